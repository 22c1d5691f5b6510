/* json.h: a small bounded JSON writer. Keys are NULL inside lists and for the outermost value. */
#ifndef KNOBEL_CORE_JSON_H
#define KNOBEL_CORE_JSON_H

#include "core/text.h"

typedef struct {
    kn_text text;
    bool started; /* is the innermost object or list not empty? */
} kn_json;

kn_json kn_json_on(char *buffer, size_t size);
void kn_json_object(kn_json *json, const char *key);
void kn_json_end_object(kn_json *json);
void kn_json_list(kn_json *json, const char *key);
void kn_json_end_list(kn_json *json);
void kn_json_int(kn_json *json, const char *key, int64_t number);
void kn_json_fixed(kn_json *json, const char *key, double number, int decimals);
void kn_json_bool(kn_json *json, const char *key, bool value);
void kn_json_null(kn_json *json, const char *key);

/* A number, or null if it is the one that means none. */
void kn_json_int_or_null(kn_json *json, const char *key, int64_t number, int64_t none);

/* UTF-8 text is passed on; what JSON does not allow inside a string is escaped. NULL is null. */
void kn_json_string(kn_json *json, const char *key, const char *string);

/* A list of numbers. */
void kn_json_numbers(kn_json *json, const char *key, const uint8_t *numbers, int count);

/* Two objects with the same keys in the same order lie in the text, at these places (of their
 * brackets); the second is the last thing that was written. Take the members out of it that are
 * equal in the first; likewise in objects inside, and in lists of as many objects. False, and
 * nothing changes, if their keys differ. */
bool kn_json_drop_equal(kn_json *json, size_t first, size_t second);

/* True if everything fits. */
bool kn_json_whole(const kn_json *json);

#endif
