/* show.c: the generic face. It knows JSON, not games: plain members become lines, lists of objects
 * become tables. See show.h. */
#define _XOPEN_SOURCE 700
#include "terminal/show.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "words/words.h"

enum { CELL_MAX = 160, COLUMNS_MAX = 16 };

int show_width(const char *text)
{
    wchar_t wide[CELL_MAX];
    size_t length = mbstowcs(wide, text, CELL_MAX);
    int width = length == (size_t)-1 ? -1 : wcswidth(wide, length < CELL_MAX ? length : CELL_MAX);
    return width < 0 ? (int)strlen(text) : width;
}

void show_padded(const char *text, int width, FILE *out)
{
    int missing = width - show_width(text);
    fprintf(out, "%s%*s", text, missing > 0 ? missing : 0, "");
}

const char *show_move(const kn_game *game, const void *state, int actor, kn_move move)
{
    static char line[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    game->write_move(state, actor, move, &text);
    return line;
}

/* ---- one value as a short text ---- */

static void add_value(kn_text *out, json_t *value);

static void add_list(kn_text *out, json_t *list)
{
    json_t *item;
    size_t i;
    if (json_array_size(list) == 0)
        kn_put(out, "-");
    json_array_foreach(list, i, item)
    {
        if (i > 0)
            kn_put(out, json_is_object(item) ? ", " : " ");
        add_value(out, item);
    }
}

static void add_object(kn_text *out, json_t *object)
{
    const char *key;
    json_t *value;
    bool first = true;
    json_object_foreach(object, key, value)
    {
        kn_put(out, first ? "" : ", ");
        kn_put(out, words_for_key(key));
        kn_put_char(out, ' ');
        add_value(out, value);
        first = false;
    }
}

static void add_value(kn_text *out, json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_INTEGER: kn_put_int(out, json_integer_value(value)); break;
    case JSON_STRING: kn_put(out, words_for_key(json_string_value(value))); break;
    case JSON_TRUE: kn_put(out, _("yes")); break;
    case JSON_FALSE: kn_put(out, _("no")); break;
    case JSON_ARRAY: add_list(out, value); break;
    case JSON_OBJECT: add_object(out, value); break;
    default: kn_put(out, "-");
    }
}

static const char *as_text(json_t *value)
{
    static char cell[CELL_MAX];
    kn_text out = kn_text_on(cell, sizeof cell);
    if (value)
        add_value(&out, value);
    return cell;
}

/* ---- tables ---- */

/* A list of objects that all have the same members: one column each, or one line each, whichever is
 * narrower. */
typedef struct {
    json_t *list;
    const char *keys[64];
    int key_count, item_count;
    const table_seat *seats; /* names for the items, or NULL */
    bool items_across;
} grid;

static const char *item_name(const grid *g, int item)
{
    static char number[12];
    if (g->seats)
        return g->seats[item].name;
    snprintf(number, sizeof number, "%d", item + 1);
    return number;
}

static json_t *grid_value(const grid *g, int row, int column)
{
    int item = g->items_across ? column : row, key = g->items_across ? row : column;
    return json_object_get(json_array_get(g->list, (size_t)item), g->keys[key]);
}

static const char *row_name(const grid *g, int row)
{
    return g->items_across ? words_for_key(g->keys[row]) : item_name(g, row);
}

static const char *column_name(const grid *g, int column)
{
    return g->items_across ? item_name(g, column) : words_for_key(g->keys[column]);
}

static int wider(int width, const char *text)
{
    int other = show_width(text);
    return other > width ? other : width;
}

static void show_grid(const grid *g, FILE *out)
{
    int rows = g->items_across ? g->key_count : g->item_count;
    int columns = g->items_across ? g->item_count : g->key_count;
    int width[64] = {0}, first = 0;
    for (int row = 0; row < rows; row++)
        first = wider(first, row_name(g, row));
    for (int column = 0; column < columns; column++) {
        width[column] = wider(0, column_name(g, column));
        for (int row = 0; row < rows; row++)
            width[column] = wider(width[column], as_text(grid_value(g, row, column)));
    }
    fprintf(out, "    %*s", first, "");
    for (int column = 0; column < columns; column++) {
        fputs("  ", out);
        show_padded(column_name(g, column), column + 1 < columns ? width[column] : 0, out);
    }
    for (int row = 0; row < rows; row++) {
        fputs("\n    ", out);
        show_padded(row_name(g, row), first, out);
        for (int column = 0; column < columns; column++) {
            fputs("  ", out);
            show_padded(as_text(grid_value(g, row, column)),
                        column + 1 < columns ? width[column] : 0, out);
        }
    }
    fputc('\n', out);
}

static void show_list_of_objects(const char *name, json_t *list, const table_seat *seats, FILE *out)
{
    grid g = {.list = list, .item_count = (int)json_array_size(list)};
    const char *key;
    json_t *value;
    json_object_foreach(json_array_get(list, 0), key, value)
    {
        if (g.key_count < 64)
            g.keys[g.key_count++] = key;
    }
    g.seats = strcmp(name, "seats") == 0 ? seats : NULL;
    g.items_across = g.item_count <= g.key_count;
    fprintf(out, "  %s\n", words_for_key(name));
    if (g.item_count <= 64)
        show_grid(&g, out);
}

/* ---- the whole view ---- */

/* Members that are numbers of seats. */
static bool names_a_seat(const char *key)
{
    return strcmp(key, "turn") == 0 || strcmp(key, "challenger") == 0 ||
           strcmp(key, "thrower") == 0 || strcmp(key, "winner") == 0;
}

static void show_member(const char *key, json_t *value, const table_seat *seats, int seat_count,
                        FILE *out)
{
    if (json_is_array(value) && json_is_object(json_array_get(value, 0))) {
        show_list_of_objects(key, value, seats, out);
        return;
    }
    fputs("  ", out);
    show_padded(words_for_key(key), 16, out);
    json_int_t seat = json_integer_value(value);
    if (seats && names_a_seat(key) && seat >= 1 && seat <= seat_count)
        fprintf(out, " %s\n", seats[seat - 1].name);
    else
        fprintf(out, " %s\n", as_text(value));
}

void show_view(const kn_game *game, const void *view, const table_seat *seats, FILE *out)
{
    char buffer[KN_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_setup setup;
    memcpy(&setup, view, sizeof setup);
    kn_json_object(&json, NULL);
    game->describe(view, &json);
    kn_json_end_object(&json);
    json_t *root = json_loads(buffer, 0, NULL), *value;
    const char *key;
    json_object_foreach(root, key, value)
    {
        show_member(key, value, seats, setup.seats, out);
    }
    json_decref(root);
}
