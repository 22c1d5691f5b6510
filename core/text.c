/* text.c: bounded writing and slice reading. See text.h. */
#include "core/text.h"

#include <string.h>

/* ---- writing ---- */

kn_text kn_text_on(char *buffer, size_t size)
{
    kn_text text = {buffer, size, 0, false};
    if (size > 0)
        buffer[0] = '\0';
    return text;
}

void kn_put_char(kn_text *text, char c)
{
    if (text->length + 1 >= text->size) {
        text->cut = true;
        return;
    }
    text->at[text->length++] = c;
    text->at[text->length] = '\0';
}

void kn_put_slice(kn_text *text, kn_slice slice)
{
    size_t space = text->size > text->length + 1 ? text->size - text->length - 1 : 0;
    if (slice.length > space) {
        text->cut = true;
        slice.length = space;
    }
    if (slice.length == 0)
        return;
    memcpy(text->at + text->length, slice.at, slice.length);
    text->length += slice.length;
    text->at[text->length] = '\0';
}

void kn_put(kn_text *text, const char *string)
{
    kn_put_slice(text, kn_slice_of(string));
}

void kn_put_int(kn_text *text, int64_t number)
{
    char digits[20];
    size_t count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (number < 0)
        kn_put_char(text, '-');
    do
        digits[sizeof digits - ++count] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    kn_put_slice(text, (kn_slice){digits + sizeof digits - count, count});
}

void kn_put_fixed(kn_text *text, double number, int decimals)
{
    int64_t scale = 1, scaled;
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    scaled = (int64_t)(number * (double)scale + (number < 0 ? -0.5 : 0.5));
    if (scaled < 0) {
        kn_put_char(text, '-');
        scaled = -scaled;
    }
    kn_put_int(text, scaled / scale);
    if (decimals > 0)
        kn_put_char(text, '.');
    for (int64_t place = scale / 10; place > 0; place /= 10)
        kn_put_char(text, (char)('0' + scaled / place % 10));
}

static char hex_digit(unsigned value)
{
    return "0123456789abcdef"[value & 15];
}

void kn_put_hex(kn_text *text, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kn_put_char(text, hex_digit(bytes[i] >> 4));
        kn_put_char(text, hex_digit(bytes[i]));
    }
}

void kn_put_hex64(kn_text *text, uint64_t number)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        kn_put_char(text, hex_digit((unsigned)(number >> shift)));
}

void kn_put_key(kn_text *text, const char *key)
{
    kn_put_char(text, ' ');
    kn_put(text, key);
    kn_put_char(text, '=');
}

void kn_put_number(kn_text *text, const char *key, int64_t number)
{
    kn_put_key(text, key);
    kn_put_int(text, number);
}

void kn_put_name(kn_text *text, const char *key, const char *const *names, int value)
{
    kn_put_key(text, key);
    kn_put(text, names[value]);
}

void kn_put_list(kn_text *text, const char *key, const uint8_t *values, int count, int none)
{
    kn_put_key(text, key);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            kn_put_char(text, ',');
        if (values[i] == none)
            kn_put_char(text, '-');
        else
            kn_put_int(text, values[i]);
    }
}

void kn_put_names(kn_text *text, const char *key, const char *const *names, const uint8_t *values,
                  int count)
{
    kn_put_key(text, key);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            kn_put_char(text, ',');
        kn_put(text, names[values[i]]);
    }
}

void kn_put_set(kn_text *text, const char *key, unsigned set, int count)
{
    kn_put_key(text, key);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            kn_put_char(text, ',');
        kn_put_char(text, set >> i & 1 ? '1' : '0');
    }
}

/* ---- reading ---- */

kn_slice kn_slice_of(const char *string)
{
    kn_slice slice = {string, strlen(string)};
    return slice;
}

bool kn_slice_begins(kn_slice slice, const char *string)
{
    size_t length = strlen(string);
    return slice.length >= length && memcmp(slice.at, string, length) == 0;
}

bool kn_slice_is(kn_slice slice, const char *string)
{
    return slice.length == strlen(string) && kn_slice_begins(slice, string);
}

bool kn_take_until(kn_slice *rest, char mark, kn_slice *piece)
{
    for (size_t i = 0; i < rest->length; i++)
        if (rest->at[i] == mark) {
            *piece = (kn_slice){rest->at, i};
            *rest = (kn_slice){rest->at + i + 1, rest->length - i - 1};
            return true;
        }
    return false;
}

bool kn_take_word(kn_slice *rest, kn_slice *word)
{
    if (!kn_take_until(rest, ' ', word)) {
        *word = *rest;
        *rest = (kn_slice){rest->at + rest->length, 0};
        return word->length > 0;
    }
    return word->length > 0 && rest->length > 0;
}

bool kn_read_int(kn_slice slice, int64_t min, int64_t max, int64_t *out)
{
    bool negative = slice.length > 0 && slice.at[0] == '-';
    size_t from = negative ? 1 : 0;
    if (slice.length == from || slice.length - from > 18)
        return false;
    if (slice.at[from] == '0' && (slice.length > from + 1 || negative))
        return false;
    int64_t number = 0;
    for (size_t i = from; i < slice.length; i++) {
        if (slice.at[i] < '0' || slice.at[i] > '9')
            return false;
        number = number * 10 + (slice.at[i] - '0');
    }
    if (negative)
        number = -number;
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool kn_read_hex(kn_slice slice, uint8_t *bytes, size_t count)
{
    if (slice.length != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int high = hex_value(slice.at[2 * i]), low = hex_value(slice.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool kn_read_hex64(kn_slice slice, uint64_t *out)
{
    uint8_t bytes[8];
    if (!kn_read_hex(slice, bytes, 8))
        return false;
    *out = 0;
    for (int i = 0; i < 8; i++)
        *out = *out << 8 | bytes[i];
    return true;
}

int kn_read_name(kn_slice slice, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (kn_slice_is(slice, names[i]))
            return i;
    return -1;
}

bool kn_read_list(kn_slice slice, uint8_t *values, int count, int max, int none)
{
    for (int i = 0; i < count; i++) {
        kn_slice piece = slice;
        int64_t number;
        if (i + 1 < count && !kn_take_until(&slice, ',', &piece))
            return false;
        if (none >= 0 && kn_slice_is(piece, "-"))
            values[i] = (uint8_t)none;
        else if (kn_read_int(piece, 0, max, &number))
            values[i] = (uint8_t)number;
        else
            return false;
    }
    return true;
}

/* ---- the fields of a position ---- */

static bool same(kn_slice a, kn_slice b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

bool kn_read_fields(kn_slice text, kn_fields *fields)
{
    fields->count = 0;
    while (text.length > 0) {
        kn_slice word, key;
        if (fields->count == KN_FIELDS_MAX || !kn_take_word(&text, &word) ||
            !kn_take_until(&word, '=', &key) || key.length == 0 || word.length == 0)
            return false;
        for (int i = 0; i < fields->count; i++)
            if (same(fields->key[i], key))
                return false;
        fields->key[fields->count] = key;
        fields->value[fields->count] = word;
        fields->used[fields->count++] = false;
    }
    return true;
}

bool kn_field(kn_fields *fields, const char *key, kn_slice *value)
{
    for (int i = 0; i < fields->count; i++)
        if (kn_slice_is(fields->key[i], key)) {
            fields->used[i] = true;
            *value = fields->value[i];
            return true;
        }
    return false;
}

bool kn_field_number(kn_fields *fields, const char *key, int64_t min, int64_t max, int64_t *out)
{
    kn_slice value;
    return !kn_field(fields, key, &value) || kn_read_int(value, min, max, out);
}

bool kn_field_int(kn_fields *fields, const char *key, int64_t min, int64_t max, uint8_t *out)
{
    int64_t number = *out;
    if (!kn_field_number(fields, key, min, max, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

bool kn_field_name(kn_fields *fields, const char *key, const char *const *names, uint8_t *out)
{
    kn_slice value;
    if (!kn_field(fields, key, &value))
        return true;
    int index = kn_read_name(value, names);
    if (index < 0)
        return false;
    *out = (uint8_t)index;
    return true;
}

bool kn_field_list(kn_fields *fields, const char *key, uint8_t *values, int count, int max,
                   int none)
{
    kn_slice value;
    return !kn_field(fields, key, &value) || kn_read_list(value, values, count, max, none);
}

bool kn_field_names(kn_fields *fields, const char *key, const char *const *names, uint8_t *values,
                    int count)
{
    kn_slice rest, name;
    if (!kn_field(fields, key, &rest))
        return true;
    for (int i = 0; i < count; i++) {
        name = rest;
        if (i + 1 < count && !kn_take_until(&rest, ',', &name))
            return false;
        int index = kn_read_name(name, names);
        if (index < 0)
            return false;
        values[i] = (uint8_t)index;
    }
    return true;
}

bool kn_field_set(kn_fields *fields, const char *key, uint8_t *set, int count)
{
    kn_slice value;
    uint8_t bits[8 * sizeof *set];
    if (!kn_field(fields, key, &value))
        return true;
    if (!kn_read_list(value, bits, count, 1, -1))
        return false;
    *set = 0;
    for (int i = 0; i < count; i++)
        *set = (uint8_t)(*set | bits[i] << i);
    return true;
}

bool kn_fields_used(const kn_fields *fields)
{
    for (int i = 0; i < fields->count; i++)
        if (!fields->used[i])
            return false;
    return true;
}
