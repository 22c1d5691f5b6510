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
        if (kind && kind->nudge)
            assert_non_null(words->nudges);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_written),
    cmocka_unit_test(test_every_kind_has_words),
};

SCENES_MAIN(tests)
