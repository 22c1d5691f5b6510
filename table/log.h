/* log.h: reads and writes the lines of a log. Private to table/; docs/log-format.md describes the
 * format. A line is read only in exactly the form in which it is written. */
#ifndef KNOBEL_TABLE_LOG_H
#define KNOBEL_TABLE_LOG_H

#include "table/table.h"

/* `57 81.200 seat2 acted=81.013 error=12 claimed=80.900 salt=5f3a9c0d11223344: hit 2` */
typedef struct {
    uint32_t number;
    int64_t at_ms;
    int actor; /* a seat, KN_CHANCE, KN_CLOCK or TABLE_BACK */
    bool declared;
    int64_t acted_ms; /* KN_NEVER: as `at_ms` */
    int64_t claimed_ms;
    uint16_t error_ms;
    uint64_t salt;
    int by; /* who wished to take back, a seat, or -1 */
    kn_slice move;
} log_line;

void log_write_line(const log_line *line, kn_text *out);
bool log_read_line(kn_slice text, log_line *line);

/* The header up to the seal, which is what the envelope's chains begin with; then the whole header.
 */
void log_write_about(const table *t, kn_text *out);
void log_write_header(const table *t, kn_text *out);

/* Is this a name to be shown to others: UTF-8, no control characters, no blank ends, not too long?
 */
bool log_good_name(const char *name);
bool log_good_bot(const char *key);

enum { LOG_CHECK_BYTES = 8 };

/* The running check over whole lines: SHA-256 of the check so far and the line without its end. */
void log_check(uint8_t check[TABLE_HASH_BYTES], kn_slice text);

/* The text of one event of the log, counted from 0, without its end. */
kn_slice log_line_at(const table *t, uint32_t index);

#endif
