/* server_log.h: the log of the server: JSON objects on standard error, one per line. It contains no
 * token, secret, name, room code or message of a guest, and addresses only if configured. */
#ifndef KNOBEL_SERVER_SERVER_LOG_H
#define KNOBEL_SERVER_SERVER_LOG_H

#include <stdint.h>

enum { SERVER_LOG_LINE_MAX = 1024 };

typedef enum { SERVER_LOG_INFO, SERVER_LOG_WARNING, SERVER_LOG_ERROR } server_log_level;

/* One fact of a line: text, or a number if there is none. */
typedef struct {
    const char *key, *text;
    int64_t number;
} server_log_fact;

/* Facts end with one that has no key. Any thread. At most so many lines a second are written; the
 * next one then tells how many were left out. */
enum { SERVER_LOG_LINES_A_SECOND = 20 };
void server_log(server_log_level level, const char *event, const server_log_fact *facts);

#define FACTS(...)                                                                                 \
    (const server_log_fact[])                                                                      \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

#endif
