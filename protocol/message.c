/* message.c: parses JSON into a house_message. See message.h. */
#include "protocol/message.h"

#include <jansson.h>
#include <string.h>

/* The values a field can have; false for lists and objects. */
static bool read_value(json_t *value, house_field *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        out->kind = HOUSE_TEXT;
        out->text = (kn_slice){json_string_value(value), json_string_length(value)};
        return true;
    case JSON_INTEGER:
    case JSON_REAL:
        out->kind = HOUSE_NUMBER;
        out->number = json_number_value(value);
        return true;
    case JSON_TRUE: out->kind = HOUSE_TRUE; return true;
    case JSON_FALSE: out->kind = HOUSE_FALSE; return true;
    case JSON_NULL: out->kind = HOUSE_NULL; return true;
    default: return false;
    }
}

static house_field *new_field(message *m, const char *key)
{
    if (m->said.count == HOUSE_FIELDS_MAX)
        return NULL;
    house_field *field = &m->said.field[m->said.count++];
    field->key = key;
    return field;
}

/* `options` and `level` become `options.level`. */
static bool flatten(message *m, const char *outer, json_t *object, kn_text *keys)
{
    const char *inner;
    json_t *value;
    json_object_foreach(object, inner, value)
    {
        char *key = keys->at + keys->length;
        kn_put(keys, outer);
        kn_put_char(keys, '.');
        kn_put(keys, inner);
        house_field *field = new_field(m, key);
        if (keys->cut || !field || !read_value(value, field))
            return false;
        /* After its zero, so that each key keeps its own. */
        if (++keys->length >= keys->size)
            return false;
    }
    return true;
}

static bool read_fields(message *m)
{
    kn_text keys = kn_text_on(m->keys, sizeof m->keys);
    const char *key;
    json_t *value;
    json_object_foreach(m->root, key, value)
    {
        if (json_is_object(value)) {
            if (!flatten(m, key, value, &keys))
                return false;
        } else {
            house_field *field = new_field(m, key);
            if (!field || !read_value(value, field))
                return false;
        }
    }
    return true;
}

bool message_read(kn_slice text, message *out)
{
    out->said.count = 0;
    out->root = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(out->root) && read_fields(out))
        return true;
    message_free(out);
    return false;
}

void message_free(message *m)
{
    json_decref(m->root);
    m->root = NULL;
}

kn_slice message_text(const house_message *m, const char *key)
{
    for (int i = 0; i < m->count; i++)
        if (m->field[i].kind == HOUSE_TEXT && strcmp(m->field[i].key, key) == 0)
            return m->field[i].text;
    return (kn_slice){"", 0};
}
