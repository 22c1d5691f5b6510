/* fields.c: the members of a message, each read with its limits. */
#include <string.h>

#include "house/inside.h"

const house_field *field(const house_message *m, const char *key)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->field[i].key, key) == 0)
            return &m->field[i];
    return NULL;
}

bool field_is_absent(const house_message *m, const char *key)
{
    return !field(m, key);
}

bool field_text(const house_message *m, const char *key, kn_slice *out)
{
    const house_field *f = field(m, key);
    if (!f || f->kind != HOUSE_TEXT)
        return false;
    *out = f->text;
    return true;
}

bool field_int(const house_message *m, const char *key, int64_t min, int64_t max, int64_t *out)
{
    const house_field *f = field(m, key);
    if (!f || f->kind != HOUSE_NUMBER || !(f->number >= (double)min && f->number <= (double)max))
        return false;
    *out = (int64_t)f->number;
    return (double)*out == f->number;
}

bool field_bool(const house_message *m, const char *key, bool *out)
{
    const house_field *f = field(m, key);
    if (!f || (f->kind != HOUSE_TRUE && f->kind != HOUSE_FALSE))
        return false;
    *out = f->kind == HOUSE_TRUE;
    return true;
}

bool field_name(const house_message *m, const char *key, char *out, size_t size)
{
    kn_slice text;
    if (!field_text(m, key, &text) || !good_text(text, size))
        return false;
    memcpy(out, text.at, text.length);
    out[text.length] = '\0';
    return true;
}

bool field_salt(const house_message *m, uint64_t *salt)
{
    kn_slice text;
    *salt = 0;
    return field_is_absent(m, "salt") ||
           (field_text(m, "salt", &text) && kn_read_hex64(text, salt) && *salt);
}

refusal field_seat(const room *r, const house_message *m, int *seat)
{
    int64_t number;
    if (!field_int(m, "seat", 1, room_seats_max(r), &number))
        return "no_such_seat";
    *seat = (int)number - 1;
    return NULL;
}

refusal field_own_seat(const room *r, const guest *g, const house_message *m, int *seat)
{
    refusal why = field_seat(r, m, seat);
    if (why)
        return why;
    return g->person && r->seat[*seat].person == g->person ? NULL : "not_yours";
}
