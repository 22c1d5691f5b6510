/* json.c: a small bounded JSON writer. See json.h. */
#include "core/json.h"

kn_json kn_json_on(char *buffer, size_t size)
{
    kn_json json = {kn_text_on(buffer, size), false};
    return json;
}

static void put_quoted(kn_text *text, const char *string)
{
    kn_put_char(text, '"');
    for (const char *from = string;; string++) {
        uint8_t c = (uint8_t)*string;
        bool quoted = c == '"' || c == '\\', control = c < 0x20 || c == 0x7f;
        if (!quoted && !control)
            continue;
        kn_put_slice(text, (kn_slice){from, (size_t)(string - from)});
        from = string + 1;
        if (c == '\0')
            break;
        if (quoted) {
            kn_put_char(text, '\\');
            kn_put_char(text, (char)c);
        } else {
            kn_put(text, "\\u00");
            kn_put_hex(text, &c, 1);
        }
    }
    kn_put_char(text, '"');
}

/* Written before every value: a comma, unless it is the first, and the key. */
static void begin(kn_json *json, const char *key)
{
    if (json->started)
        kn_put_char(&json->text, ',');
    json->started = true;
    if (key) {
        put_quoted(&json->text, key);
        kn_put_char(&json->text, ':');
    }
}

static void open_with(kn_json *json, const char *key, char bracket)
{
    begin(json, key);
    kn_put_char(&json->text, bracket);
    json->started = false;
}

static void close_with(kn_json *json, char bracket)
{
    kn_put_char(&json->text, bracket);
    json->started = true;
}

void kn_json_object(kn_json *json, const char *key)
{
    open_with(json, key, '{');
}

void kn_json_end_object(kn_json *json)
{
    close_with(json, '}');
}

void kn_json_list(kn_json *json, const char *key)
{
    open_with(json, key, '[');
}

void kn_json_end_list(kn_json *json)
{
    close_with(json, ']');
}

void kn_json_int(kn_json *json, const char *key, int64_t number)
{
    begin(json, key);
    kn_put_int(&json->text, number);
}

void kn_json_fixed(kn_json *json, const char *key, double number, int decimals)
{
    begin(json, key);
    kn_put_fixed(&json->text, number, decimals);
}

void kn_json_bool(kn_json *json, const char *key, bool value)
{
    begin(json, key);
    kn_put(&json->text, value ? "true" : "false");
}

void kn_json_null(kn_json *json, const char *key)
{
    begin(json, key);
    kn_put(&json->text, "null");
}

void kn_json_int_or_null(kn_json *json, const char *key, int64_t number, int64_t none)
{
    if (number == none)
        kn_json_null(json, key);
    else
        kn_json_int(json, key, number);
}

void kn_json_string(kn_json *json, const char *key, const char *string)
{
    if (!string) {
        kn_json_null(json, key);
        return;
    }
    begin(json, key);
    put_quoted(&json->text, string);
}

void kn_json_numbers(kn_json *json, const char *key, const uint8_t *numbers, int count)
{
    kn_json_list(json, key);
    for (int i = 0; i < count; i++)
        kn_json_int(json, NULL, numbers[i]);
    kn_json_end_list(json);
}

/* ---- objects that were written ---- */

/* Where a value, or a member with its key, ends that begins here: at the comma or bracket behind
 * it. */
static size_t piece_end(const char *text, size_t at)
{
    int depth = 0;
    bool quoted = false;
    for (;; at++)
        if (text[at] == '\0') /* not what we have written */
            return at;
        else if (quoted && text[at] == '\\')
            at++;
        else if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted && (text[at] == '{' || text[at] == '['))
            depth++;
        else if (!quoted && depth == 0 && (text[at] == ',' || text[at] == '}' || text[at] == ']'))
            return at;
        else if (!quoted && (text[at] == '}' || text[at] == ']'))
            depth--;
}

/* Where the value of the member at this place begins. Keys have no quotes inside. */
static size_t value_of(const char *text, size_t at)
{
    while (text[at] != ':' && text[at] != '\0')
        at++;
    return at + (text[at] == ':');
}

static bool same_pieces(const char *text, size_t one, size_t one_end, size_t other,
                        size_t other_end)
{
    bool same = one_end - one == other_end - other;
    while (same && one < one_end)
        same = text[one++] == text[other++];
    return same;
}

static bool closes(char c)
{
    return c == '}' || c == ']' || c == '\0';
}

/* From an opening bracket, or from the end of a piece, to the next one; false, and to the closing
 * bracket, if there is none. */
static bool next_piece(const char *text, size_t *at)
{
    if (!closes(text[*at]))
        ++*at;
    return !closes(text[*at]);
}

/* Lists of as many objects, at least one. */
static bool are_lists_of_objects(const char *text, size_t one, size_t other)
{
    bool more;
    if (text[one] != '[' || text[other] != '[' || text[one + 1] != '{' || text[other + 1] != '{')
        return false;
    for (;;) {
        more = next_piece(text, &one);
        if (more != next_piece(text, &other) || !more)
            return !more && text[one] == text[other];
        if (text[one] != '{' || text[other] != '{')
            return false;
        one = piece_end(text, one);
        other = piece_end(text, other);
    }
}

/* Have objects the same keys in the same order, and those in them likewise? Other values may be
 * anything. */
static bool same_shape(const char *text, size_t one, size_t other)
{
    bool objects = text[one] == '{' && text[other] == '{', more;
    if (!objects && !are_lists_of_objects(text, one, other))
        return true;
    while ((more = next_piece(text, &one)) == next_piece(text, &other) && more) {
        size_t value = objects ? value_of(text, one) : one;
        size_t other_value = objects ? value_of(text, other) : other;
        if (!same_pieces(text, one, value, other, other_value) ||
            !same_shape(text, value, other_value))
            return false;
        one = piece_end(text, one);
        other = piece_end(text, other);
    }
    return text[one] == text[other];
}

/* Write what differs in the second value to an earlier place; returns where that ends. */
static size_t put_difference(char *text, size_t one, size_t other, size_t to)
{
    size_t end = piece_end(text, other), start = to;
    bool objects = text[one] == '{' && text[other] == '{';
    if (!objects && !are_lists_of_objects(text, one, other)) {
        while (other < end)
            text[to++] = text[other++];
        return to;
    }
    char last = text[end - 1];
    text[to++] = text[other];
    while (next_piece(text, &one) && next_piece(text, &other)) {
        size_t one_end = piece_end(text, one), other_end = piece_end(text, other);
        size_t value = objects ? value_of(text, one) : one;
        if (!objects || !same_pieces(text, one, one_end, other, other_end)) {
            if (to > start + 1)
                text[to++] = ',';
            size_t other_value = objects ? value_of(text, other) : other;
            while (other < other_value)
                text[to++] = text[other++];
            to = put_difference(text, value, other_value, to);
        }
        one = one_end;
        other = other_end;
    }
    text[to++] = last;
    return to;
}

bool kn_json_drop_equal(kn_json *json, size_t first, size_t second)
{
    if (json->text.cut || !same_shape(json->text.at, first, second))
        return false;
    json->text.length = put_difference(json->text.at, first, second, second);
    json->text.at[json->text.length] = '\0';
    return true;
}

bool kn_json_whole(const kn_json *json)
{
    return !json->text.cut;
}
