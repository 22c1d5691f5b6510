/* reasons.c: how reasons are written, and that every kind of them and every direction has its
 * words.
 */
#include <string.h>

#include "bots/bot.h"
#include "tests/engine/scenes.h"
#include "words/words.h"

static void test_written(void **unused)
{
    char buffer[512];
    static const bot_reason_kind kinds[] = {
        {"needs", REASON_HAS_WHAT | REASON_HAS_FACES | REASON_HAS_CHANCE | REASON_HAS_COUNT},
        {"wins", 0},
        {NULL, 0},
    };
    static bot_reasons reasons = {.kinds = kinds};
    (void)unused;
    bot_reason *r = bot_reason_add(&reasons, 2, 0);
    strcpy(r->what, "large_street");
    strcpy(r->faces, "36");
    r->chance = 1.0 / 3;
    r->count = 1;
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    bot_write_reasons(&reasons, 1, &json);
    bot_write_reasons(&reasons, 2, &json);
    kn_json_end_object(&json);
    assert_string_equal(buffer, "{\"why\":[{\"key\":\"needs\",\"what\":\"large_street\",\"faces\":"
                                "\"36\",\"count\":1,\"chance\":0.3333}]}");
    for (int i = 0; i < 2 * BOT_REASONS_MAX; i++) /* what does not fit is left out */
        bot_reason_add(&reasons, i, 1);
    assert_int_equal(reasons.count, BOT_REASONS_MAX);
}

static bool is_said(const words_game *words, const char *key)
{
    for (const words_reason *one = words->reasons; one && one->key; one++)
        if (strcmp(one->key, key) == 0)
            return true;
    return false;
}

static void test_every_kind_has_words(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        const bot_kind *kind = bot_kind_for(kn_games[i]);
        const words_game *words = words_of(kn_games[i]->key);
        for (int k = 0; kind && kind->reasons && kind->reasons[k].name; k++)
            if (!is_said(words, kind->reasons[k].name))
                fail_msg("%s cannot say %s", kn_games[i]->key, kind->reasons[k].name);
    }
}

/* The sentence for a direction; NULL if there is none. */
static const char *sentence(const words_game *words, const char *key)
{
    for (const words_nudge *one = words->nudges; one && one->key; one++)
        if (strcmp(one->key, key) == 0)
            return one->words;
    return NULL;
}

/* A sentence that a catalogue lacks comes back itself. */
static void check_in_every_language(const char *game, const char *key, const char *text)
{
    for (int i = 0; words_languages[i]; i++) {
        words_choose(words_languages[i]);
        if (words_in(text) == text)
            fail_msg("%s: po/%s.po lacks the sentence for the direction %s: \"%s\"; run `make "
                     "words`, then translate it",
                     game, words_languages[i], key, text);
    }
    words_choose("en");
}

static bool is_listed(const char *const *keys, const char *key)
{
    for (; keys && *keys; keys++)
        if (strcmp(*keys, key) == 0)
            return true;
    return false;
}

/* Every direction that a game can give has a sentence, and there are no others. */
static void test_every_nudge_has_words(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        const char *game = kn_games[i]->key;
        const bot_kind *kind = bot_kind_for(kn_games[i]);
        const words_game *words = words_of(game);
        assert_true(!kind || !kind->nudge == !kind->nudges);
        for (int k = 0; kind && kind->nudges && kind->nudges[k]; k++) {
            const char *text = sentence(words, kind->nudges[k]);
            if (!text)
                fail_msg("%s: words.c lacks the direction %s", game, kind->nudges[k]);
            check_in_every_language(game, kind->nudges[k], text);
        }
        for (const words_nudge *one = words->nudges; one && one->key; one++)
            if (!kind || !is_listed(kind->nudges, one->key))
                fail_msg("%s: words.c has the direction %s, which no bot gives", game, one->key);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_written),
    cmocka_unit_test(test_every_kind_has_words),
    cmocka_unit_test(test_every_nudge_has_words),
};

SCENES_MAIN(tests)
