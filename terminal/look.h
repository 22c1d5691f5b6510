/* look.h: what a message says, read without surprises: a member that is missing or of another kind
 * is 0, false or empty. Messages come from a house that may be anybody's. */
#ifndef KNOBEL_TERMINAL_LOOK_H
#define KNOBEL_TERMINAL_LOOK_H

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

static inline int look_int(const json_t *object, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 1000000000 ? 1000000000 : number < -1000000000 ? -1000000000 : (int)number;
}

static inline const char *look_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static inline bool look_is(const json_t *object, const char *key, const char *text)
{
    return strcmp(look_text(object, key), text) == 0;
}

static inline bool look_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* Is something there that is not null? */
static inline bool look_has(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value);
}

/* A member of a list, and a list or object inside an object; NULL if there is none. */
static inline json_t *look_at(const json_t *list, int index)
{
    return index >= 0 ? json_array_get(list, (size_t)index) : NULL;
}

static inline json_t *look_in(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

static inline int look_count(const json_t *list)
{
    return (int)json_array_size(list);
}

#endif
