/* look.h: reads members of a JSON message: one that is missing or of another type is 0, false or
 * empty. Messages may come from any server, so nothing in them is trusted. */
#ifndef KNOBEL_PROTOCOL_LOOK_H
#define KNOBEL_PROTOCOL_LOOK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LOOK_INT_MOST = 100000000 };
#define LOOK_MS_MOST ((json_int_t)1 << 48)

/* A number, limited so that arithmetic on it cannot overflow. */
static inline int look_number(const json_t *value)
{
    json_int_t number = json_integer_value(value);
    return number > LOOK_INT_MOST    ? LOOK_INT_MOST
           : number < -LOOK_INT_MOST ? -LOOK_INT_MOST
                                     : (int)number;
}

static inline int look_int(const json_t *object, const char *key)
{
    return look_number(json_object_get(object, key));
}

/* A time in milliseconds. */
static inline int64_t look_ms(const json_t *object, const char *key)
{
    json_int_t ms = json_integer_value(json_object_get(object, key));
    return ms > LOOK_MS_MOST ? LOOK_MS_MOST : ms < 0 ? 0 : ms;
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

/* Is the member present and not null? */
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

/* Seats, numbered from 1 on, as a set: one bit each, from 0 on. */
static inline uint16_t look_seats(const json_t *list)
{
    unsigned set = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int seat = look_number(json_array_get(list, i));
        set |= seat >= 1 && seat <= 8 ? 1u << (seat - 1) : 0;
    }
    return (uint16_t)set;
}

static inline int look_count(const json_t *list)
{
    return (int)json_array_size(list);
}

#endif
