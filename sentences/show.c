/* show.c: the generic face. It knows JSON, not games: plain members become lines, lists of objects
 * become tables. See show.h. */
#define _XOPEN_SOURCE 700
#include "sentences/show.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "games/games.h"
#include "words/words.h"

enum { CELL_MAX = 1024, GRID_MAX = 64, NAME_COLUMNS = 18, LINE_COLUMNS = 78 };

double show_number(double value, int decimals)
{
    double size = value < 0 ? -value : value;
    for (int i = 0; i < decimals; i++)
        size *= 10;
    return size <= 0.5 ? 0 : value;
}

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

static const char *context; /* the key of the game that is being shown */

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
            kn_put(out, json_is_object(item) ? "; " : json_is_array(item) ? " / " : " ");
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
        kn_put(out, words_for_key(context, key));
        kn_put_char(out, ' ');
        add_value(out, value);
        first = false;
    }
}

static void add_value(kn_text *out, json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_INTEGER: kn_put_int(out, json_integer_value(value)); break;
    case JSON_STRING: kn_put(out, words_for_key(context, json_string_value(value))); break;
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

/* A list of objects that all have the same members: one column each, or one line each. */
typedef struct {
    json_t *list;
    const char *keys[GRID_MAX];
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
    return g->items_across ? words_for_key(context, g->keys[row]) : item_name(g, row);
}

static const char *column_name(const grid *g, int column)
{
    return g->items_across ? item_name(g, column) : words_for_key(context, g->keys[column]);
}

static int wider(int width, const char *text)
{
    int other = show_width(text);
    return other > width ? other : width;
}

/* How wide the names of the rows and each column are; returns the whole width. */
static int measure(const grid *g, int *first, int *width)
{
    int rows = g->items_across ? g->key_count : g->item_count;
    int columns = g->items_across ? g->item_count : g->key_count, whole;
    *first = 0;
    for (int row = 0; row < rows; row++)
        *first = wider(*first, row_name(g, row));
    whole = *first;
    for (int column = 0; column < columns; column++) {
        width[column] = wider(0, column_name(g, column));
        for (int row = 0; row < rows; row++)
            width[column] = wider(width[column], as_text(grid_value(g, row, column)));
        whole += 2 + width[column];
    }
    return whole;
}

static void show_grid(const grid *g, int indent, FILE *out)
{
    int rows = g->items_across ? g->key_count : g->item_count;
    int columns = g->items_across ? g->item_count : g->key_count;
    int width[GRID_MAX], first;
    measure(g, &first, width);
    for (int row = -1; row < rows; row++) {
        fprintf(out, "%*s", indent, "");
        show_padded(row < 0 ? "" : row_name(g, row), first, out);
        for (int column = 0; column < columns; column++) {
            fputs("  ", out);
            show_padded(row < 0 ? column_name(g, column) : as_text(grid_value(g, row, column)),
                        column + 1 < columns ? width[column] : 0, out);
        }
        fputc('\n', out);
    }
}

/* The layout with fewer lines, if it fits. */
static void turn_grid(grid *g, int indent)
{
    int width[GRID_MAX], first;
    g->items_across = g->key_count < g->item_count;
    if (indent + measure(g, &first, width) > LINE_COLUMNS)
        g->items_across = !g->items_across;
}

static void show_list_of_objects(const char *name, json_t *list, const table_seat *seats,
                                 int indent, FILE *out)
{
    grid g = {.list = list, .item_count = (int)json_array_size(list)};
    const char *key;
    json_t *value;
    json_object_foreach(json_array_get(list, 0), key, value)
    {
        if (g.key_count < GRID_MAX)
            g.keys[g.key_count++] = key;
    }
    g.seats = strcmp(name, "seats") == 0 ? seats : NULL;
    fprintf(out, "%*s%s\n", indent, "", words_for_key(context, name));
    if (g.item_count <= GRID_MAX) {
        turn_grid(&g, indent + 2);
        show_grid(&g, indent + 2, out);
    }
}

/* ---- the whole view ---- */

/* Does this member hold the number of a seat, according to the game? */
static bool names_a_seat(const char *key)
{
    const kn_game *game = kn_find_game(kn_slice_of(context));
    for (int i = 0; game && game->seat_keys && game->seat_keys[i]; i++)
        if (strcmp(key, game->seat_keys[i]) == 0)
            return true;
    return false;
}

/* A long value continues on the next line, broken after a comma, or at a blank if there is none. */
static void show_wrapped(const char *text, FILE *out)
{
    const char *mark = strstr(text, ", ") ? ", " : " ";
    int column = NAME_COLUMNS;
    while (*text) {
        const char *end = strstr(text, mark);
        size_t length = end ? (size_t)(end - text) + strlen(mark) - 1 : strlen(text);
        char piece[CELL_MAX];
        snprintf(piece, sizeof piece, "%.*s", (int)length, text);
        int width = show_width(piece);
        if (column + 1 + width > LINE_COLUMNS && column > NAME_COLUMNS) {
            fprintf(out, "\n%*s", NAME_COLUMNS, "");
            column = NAME_COLUMNS;
        }
        fprintf(out, " %s", piece);
        column += 1 + width;
        text += end ? length + 1 : length;
    }
    fputc('\n', out);
}

static void show_members(json_t *object, const table_seat *seats, int indent, FILE *out);

static bool is_list_of_objects(json_t *value)
{
    return json_is_object(json_array_get(value, 0));
}

/* An object with a seat or with tables in it is shown member by member. */
static bool is_block(json_t *object)
{
    const char *key;
    json_t *value;
    if (json_object_get(object, "seat"))
        return true;
    json_object_foreach(object, key, value)
    {
        if (is_list_of_objects(value))
            return true;
    }
    return false;
}

static void show_member(const char *key, json_t *value, const table_seat *seats, int indent,
                        FILE *out)
{
    if (json_is_null(value))
        return;
    if (is_list_of_objects(value)) {
        show_list_of_objects(key, value, seats, indent, out);
        return;
    }
    fprintf(out, "%*s", indent, "");
    if (is_block(value)) {
        fprintf(out, "%s\n", words_for_key(context, key));
        show_members(value, seats, indent + 2, out);
        return;
    }
    show_padded(words_for_key(context, key), NAME_COLUMNS - indent, out);
    json_int_t seat = json_integer_value(value);
    if (seats && names_a_seat(key) && seat >= 1 && seat <= KN_SEATS_MAX)
        show_wrapped(seats[seat - 1].name, out);
    else
        show_wrapped(as_text(value), out);
}

static void show_members(json_t *object, const table_seat *seats, int indent, FILE *out)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        show_member(key, value, seats, indent, out);
    }
}

void show_described(const char *game, json_t *view, const table_seat *seats, FILE *out)
{
    context = game;
    show_members(view, seats, 2, out);
}

void show_view(const kn_game *game, const void *view, const table_seat *seats, FILE *out)
{
    char buffer[KN_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    game->describe(view, &json);
    kn_json_end_object(&json);
    json_t *root = json_loads(buffer, 0, NULL);
    show_described(game->key, root, seats, out);
    json_decref(root);
}
