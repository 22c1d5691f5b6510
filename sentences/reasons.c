/* reasons.c: the reasons of judges, in words. See reasons.h. */
#include "sentences/reasons.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "protocol/look.h"
#include "words/words.h"

/* ---- places in sentences ---- */

enum { PLACE_MAX = 64 };

/* The values of `{what}`, `{chance}` and so on. */
typedef struct {
    char what[PLACE_MAX], than[PLACE_MAX], faces[PLACE_MAX], chance[PLACE_MAX];
    char count[PLACE_MAX], of[PLACE_MAX], amount[PLACE_MAX], average[PLACE_MAX];
} places;

static const char *find_place(const places *p, kn_slice name)
{
    const struct {
        const char *name, *text;
    } all[] = {
        {"what", p->what},     {"than", p->than},     {"faces", p->faces},
        {"chance", p->chance}, {"count", p->count},   {"of", p->of},
        {"n", p->amount},      {"amount", p->amount}, {"average", p->average},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (kn_slice_is(name, all[i].name))
            return all[i].text;
    return "?";
}

static void fill_places(const char *sentence, const places *p, kn_text *out)
{
    kn_slice rest = kn_slice_of(sentence), piece;
    while (kn_take_until(&rest, '{', &piece)) {
        kn_put_slice(out, piece);
        if (kn_take_until(&rest, '}', &piece))
            kn_put(out, find_place(p, piece));
    }
    kn_put_slice(out, rest);
}

/* ---- numbers ---- */

/* `1 in 3` if that is exact, otherwise per cent. */
static void put_chance(double chance, kn_text *out)
{
    enum { PARTS_MOST = 6 };
    const double exactly = 0.0005, nearly = 0.005;
    char text[PLACE_MAX];
    for (int of = 2; of <= PARTS_MOST; of++) {
        double parts = chance * of, whole = round(parts);
        if (whole >= 1 && whole < of && fabs(parts - whole) < exactly * of) {
            places p = {.what = ""};
            snprintf(p.count, sizeof p.count, "%.0f", whole);
            snprintf(p.of, sizeof p.of, "%d", of);
            fill_places(_("{count} in {of}"), &p, out);
            return;
        }
    }
    /* What is nearly certain is not rounded to certain. */
    if (chance > 1 - nearly && chance < 1)
        snprintf(text, sizeof text, "%.1f %%", floor(1000 * chance) / 10);
    else if (chance < nearly && chance > 0)
        snprintf(text, sizeof text, "%.1f %%", ceil(1000 * chance) / 10);
    else
        snprintf(text, sizeof text, "%.0f %%", 100 * chance);
    kn_put(out, text);
}

static void put_amount(double amount, char *out, size_t size)
{
    double tenths = round(amount * 10) / 10;
    snprintf(out, size, tenths == round(tenths) ? "%.0f" : "%.1f", tenths);
}

/* `1, 2 or 5` */
static void put_faces(const char *faces, kn_text *out)
{
    size_t count = strlen(faces);
    char list[PLACE_MAX];
    kn_text text = kn_text_on(list, sizeof list);
    for (size_t i = 0; i + 1 < count; i++) {
        if (i > 0)
            kn_put(&text, _(", "));
        kn_put_char(&text, faces[i]);
    }
    if (count > 1) {
        places p = {.what = ""};
        snprintf(p.faces, sizeof p.faces, "%s", list);
        snprintf(p.amount, sizeof p.amount, "%c", faces[count - 1]);
        fill_places(_("{faces} or {n}"), &p, out);
    } else {
        kn_put(out, faces);
    }
}

/* ---- sentences ---- */

static const bot_reason_kind *kinds_of(const char *game)
{
    static const bot_reason_kind none = {NULL, 0};
    const kn_game *found = kn_find_game(kn_slice_of(game));
    const bot_kind *kind = found ? bot_kind_for(found) : NULL;
    return kind && kind->reasons ? kind->reasons : &none;
}

/* One of the two sentences, in the language in use. */
static const char *by_number(const words_reason *said, const bot_reason *r)
{
    switch (said->by) {
    case WORDS_BY_AMOUNT: return words_plural(said->one, said->many, lround(r->amount));
    case WORDS_BY_COUNT: return words_plural(said->one, said->many, r->count);
    case WORDS_BY_THROWS: return _(r->count <= 1 ? said->one : said->many);
    default: return _(said->one);
    }
}

static const char *sentence_for(const char *game, const bot_reason *r)
{
    const char *key = kinds_of(game)[r->key].name;
    for (const words_reason *said = words_of(game)->reasons; said && said->key; said++)
        if (strcmp(said->key, key) == 0)
            return by_number(said, r);
    return NULL;
}

void reason_words(const char *game, const bot_reason *r, kn_text *out)
{
    places p;
    kn_text faces = kn_text_on(p.faces, sizeof p.faces);
    kn_text chance = kn_text_on(p.chance, sizeof p.chance);
    const char *sentence = sentence_for(game, r);
    put_faces(r->faces, &faces);
    put_chance(r->chance, &chance);
    snprintf(p.what, sizeof p.what, "%s", words_for_key(game, r->what));
    snprintf(p.than, sizeof p.than, "%s", words_for_key(game, r->than));
    snprintf(p.count, sizeof p.count, "%d", r->count);
    snprintf(p.of, sizeof p.of, "%d", r->of);
    put_amount(r->amount, p.amount, sizeof p.amount);
    put_amount(r->average, p.average, sizeof p.average);
    size_t begin = out->length;
    if (sentence)
        fill_places(sentence, &p, out);
    if (out->length > begin) /* a sentence may begin with the name of a box */
        out->at[begin] = (char)toupper((unsigned char)out->at[begin]);
}

/* ---- as a house tells it ---- */

/* Only these letters, and no more than fit. */
static void copy_plain(const char *from, const char *letters, char *to, size_t size)
{
    size_t length = strspn(from, letters);
    if (from[length] || length >= size)
        length = 0;
    memcpy(to, from, length);
}

static double number(const json_t *told, const char *key)
{
    const double most = 1e6;
    double value = json_number_value(look_in(told, key));
    return value > most ? most : value < -most ? -most : value;
}

static int small_number(const json_t *told, const char *key)
{
    int value = look_int(told, key);
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

bool reason_read(const char *game, const json_t *told, bot_reason *out)
{
    const bot_reason_kind *kinds = kinds_of(game);
    int key = 0;
    while (kinds[key].name && !look_is(told, "key", kinds[key].name))
        key++;
    if (!kinds[key].name)
        return false;
    memset(out, 0, sizeof *out);
    out->key = (uint8_t)key;
    out->chance = number(told, "chance");
    out->amount = number(told, "amount");
    out->average = number(told, "average");
    out->count = (uint8_t)small_number(told, "count");
    out->of = (uint8_t)small_number(told, "of");
    copy_plain(look_text(told, "what"), "abcdefghijklmnopqrstuvwxyz_", out->what, sizeof out->what);
    copy_plain(look_text(told, "than"), "abcdefghijklmnopqrstuvwxyz_", out->than, sizeof out->than);
    copy_plain(look_text(told, "faces"), "123456", out->faces, sizeof out->faces);
    return true;
}
