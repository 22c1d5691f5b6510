/* server.h: a running server: opens it, runs its loop and stops it. */
#ifndef KNOBEL_SERVER_SERVER_H
#define KNOBEL_SERVER_SERVER_H

#include "server/settings.h"

/* How it ended. */
typedef enum {
    SERVER_STOPPED,    /* was asked to */
    SERVER_NO_FILE,    /* `why` says why the file cannot be used */
    SERVER_NO_DOOR,    /* `why` says why the address cannot be listened at */
    SERVER_NO_METRICS, /* likewise that for metrics */
    SERVER_FEW_FILES,  /* `why` says how many the system allows, and how many are needed */
} server_end;

enum { SERVER_WHY_MAX = 512 };

/* Run until a signal says stop. `opened` is called when people can come in. */
server_end server_run(const server_settings *settings, void (*opened)(void *with, int port),
                      void *with, char why[SERVER_WHY_MAX]);

#endif
