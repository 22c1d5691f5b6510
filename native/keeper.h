/* keeper.h: a process between us and a program of somebody else's: it starts the program with
 * limits, and when it ends, or we do, it ends everything that the program has started. */
#ifndef KNOBEL_NATIVE_KEEPER_H
#define KNOBEL_NATIVE_KEEPER_H

#include <stdbool.h>

/* Our own program is started once more with this as its first word (native/program.c); then come
 * the memory in megabytes (0: no limit), `quiet` or `loud`, and the command. */
#define KEEPER_WORD "--keep-program"

/* Where the keeper has the end of a pipe that closes when we are gone, or want it to stop. */
enum { KEEPER_LIFELINE = 3 };

/* Is this the command line of a keeper? Then `main` does nothing but this. */
bool keeper_wanted(int argc, char **argv);
int keeper_run(char **argv);

#endif
