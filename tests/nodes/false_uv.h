/* false_uv.h: libuv on the false system, for what the server uses of it. It stands in for the
 * library: include <uv.h> and link this. */
#ifndef KNOBEL_TESTS_NODES_FALSE_UV_H
#define KNOBEL_TESTS_NODES_FALSE_UV_H

enum { FALSE_PORT = 8020 };

/* A machine is reached at 10.77.MACHINE.2; a signal to whatever loop runs there. */
void false_signal(int machine, int number);

#endif
