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

bool kn_json_whole(const kn_json *json)
{
    return !json->text.cut;
}
