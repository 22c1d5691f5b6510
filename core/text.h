/* text.h: writing into a bounded buffer and reading from a slice, without allocation and without
 * the C library's formatting, so that every game reads and writes the same bytes everywhere. */
#ifndef KNOBEL_CORE_TEXT_H
#define KNOBEL_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- writing ---- */

/* A slice of a text that is stored elsewhere; not terminated by a zero. */
typedef struct {
    const char *at;
    size_t length;
} kn_slice;

/* A text being written; always ends with a zero. What does not fit is dropped and `cut` is set. */
typedef struct {
    char *at;
    size_t size;
    size_t length;
    bool cut;
} kn_text;

kn_text kn_text_on(char *buffer, size_t size);
void kn_put(kn_text *text, const char *string);
void kn_put_slice(kn_text *text, kn_slice slice);
void kn_put_char(kn_text *text, char c);
void kn_put_int(kn_text *text, int64_t number);

/* A number with `decimals` decimals (at most 12), rounded; its integer part must fit 32 bits. */
void kn_put_fixed(kn_text *text, double number, int decimals);
void kn_put_hex(kn_text *text, const uint8_t *bytes, size_t count);
void kn_put_hex64(kn_text *text, uint64_t number);

/* ` key=`, as positions are written; the value follows. */
void kn_put_key(kn_text *text, const char *key);

/* ` key=5` and ` key=ready`. */
void kn_put_number(kn_text *text, const char *key, int64_t number);
void kn_put_name(kn_text *text, const char *key, const char *const *names, int value);

/* ` key=1,-,3`: numbers joined by commas; `none` is written as a dash. */
void kn_put_list(kn_text *text, const char *key, const uint8_t *values, int count, int none);

/* ` key=high,-,low`: names joined by commas. */
void kn_put_names(kn_text *text, const char *key, const char *const *names, const uint8_t *values,
                  int count);

/* ` key=0,1,1`: a set of bits, from the lowest on. */
void kn_put_set(kn_text *text, const char *key, unsigned set, int count);

/* ---- reading ---- */

kn_slice kn_slice_of(const char *string);
bool kn_slice_is(kn_slice slice, const char *string);
bool kn_slice_begins(kn_slice slice, const char *string);

/* Split at the first `mark`; false, and nothing changes, if there is none. */
bool kn_take_until(kn_slice *rest, char mark, kn_slice *piece);

/* The next word of a text whose words are parted by single spaces; false at the end or at a double
 * space. */
bool kn_take_word(kn_slice *rest, kn_slice *word);

/* A whole number in its shortest form and within the bounds. */
bool kn_read_int(kn_slice slice, int64_t min, int64_t max, int64_t *out);
bool kn_read_hex(kn_slice slice, uint8_t *bytes, size_t count);
bool kn_read_hex64(kn_slice slice, uint64_t *out);

/* The index of the word among names that end with NULL, or -1. */
int kn_read_name(kn_slice slice, const char *const *names);

/* `1,-,3` with exactly `count` numbers of at most `max`; a dash gives `none`, if that is not -1. */
bool kn_read_list(kn_slice slice, uint8_t *values, int count, int max, int none);

/* ---- the fields of a position ---- */

enum { KN_FIELDS_MAX = 48 };

/* `key=value key=value …`, each key once. */
typedef struct {
    kn_slice key[KN_FIELDS_MAX];
    kn_slice value[KN_FIELDS_MAX];
    bool used[KN_FIELDS_MAX];
    int count;
} kn_fields;

bool kn_read_fields(kn_slice text, kn_fields *fields);

/* Find a field and mark it used; false if it is not there. */
bool kn_field(kn_fields *fields, const char *key, kn_slice *value);

/* Fields that need not be there: true if absent (`*out` stays) or well formed. `int` is a number
 * that fits a byte. */
bool kn_field_number(kn_fields *fields, const char *key, int64_t min, int64_t max, int64_t *out);
bool kn_field_int(kn_fields *fields, const char *key, int64_t min, int64_t max, uint8_t *out);
bool kn_field_name(kn_fields *fields, const char *key, const char *const *names, uint8_t *out);
bool kn_field_list(kn_fields *fields, const char *key, uint8_t *values, int count, int max,
                   int none);
bool kn_field_names(kn_fields *fields, const char *key, const char *const *names, uint8_t *values,
                    int count);
bool kn_field_set(kn_fields *fields, const char *key, uint8_t *set, int count);

/* Has every field been asked for? */
bool kn_fields_used(const kn_fields *fields);

#endif
