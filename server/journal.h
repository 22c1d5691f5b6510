/* journal.h: lines for whoever runs the house: one JSON object each, on standard error. No token,
 * secret, name, code of a room or word of a guest goes in; addresses only if wished. */
#ifndef KNOBEL_SERVER_JOURNAL_H
#define KNOBEL_SERVER_JOURNAL_H

#include <stdint.h>

enum { JOURNAL_LINE_MAX = 1024 };

typedef enum { JOURNAL_INFO, JOURNAL_WARNING, JOURNAL_ERROR } journal_level;

/* One fact of a line: text, or a number if there is none. */
typedef struct {
    const char *key, *text;
    int64_t number;
} journal_fact;

/* Facts end with one that has no key. Any thread. At most so many lines a second are written; the
 * next one then tells how many were left out. */
enum { JOURNAL_LINES_A_SECOND = 20 };
void journal(journal_level level, const char *event, const journal_fact *facts);

#define FACTS(...)                                                                                 \
    (const journal_fact[])                                                                         \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }

#endif
