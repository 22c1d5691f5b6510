/* words.c: every word there is in every language; every identifier a face may show has one. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"
#include "words/words.h"

static void test_choosing(void **unused)
{
    static const struct {
        const char *name, *language;
    } table[] = {{"de", "de"}, {"nl_BE.UTF-8", "nl"}, {"ja-JP", "ja"}, {"en", "en"}};
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        assert_true(words_choose(table[i].name));
        assert_string_equal(words_language(), table[i].language);
    }
    assert_false(words_choose("fr"));
    assert_false(words_choose("dear"));
    setenv("LANGUAGE", "fr:nl", 1);
    words_choose_from_environment();
    assert_string_equal(words_language(), "nl");
    setenv("LANGUAGE", "", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("LANG", "de_DE.UTF-8", 1);
    words_choose_from_environment();
    assert_string_equal(words_language(), "en");
}

static void test_looking_up(void **unused)
{
    (void)unused;
    words_choose("de");
    assert_string_equal(words_in("the match is over"), "die Partie ist vorbei");
    assert_string_equal(words_in("no such text"), "no such text");
    assert_string_not_equal(words_plural("%u roll was made with real dice.\n",
                                         "%u rolls were made with real dice.\n", 1),
                            words_plural("%u roll was made with real dice.\n",
                                         "%u rolls were made with real dice.\n", 2));
    words_choose("ja");
    assert_string_equal(words_plural("%u roll was made with real dice.\n",
                                     "%u rolls were made with real dice.\n", 1),
                        words_plural("%u roll was made with real dice.\n",
                                     "%u rolls were made with real dice.\n", 2));
}

static void check_words(const words_key *keys, const char *language)
{
    for (; keys->key; keys++) {
        const char *word = words_for_key(keys->game ? keys->game : "", keys->key);
        if (strchr(word, '_') || !word[0])
            fail_msg("%s: %s is \"%s\"", language, keys->key, word);
    }
}

/* A label without underscores, in every language. */
static void test_keys_are_words(void **unused)
{
    (void)unused;
    for (int l = 0; words_languages[l]; l++) {
        words_choose(words_languages[l]);
        check_words(words_shared_keys, words_languages[l]);
        for (int i = 0; words_games[i]; i++)
            check_words(words_games[i]->keys, words_languages[l]);
    }
    words_choose("en");
}

static bool is_among(const words_key *keys, const char *game, const char *key)
{
    for (; keys && keys->key; keys++)
        if (strcmp(keys->key, key) == 0 && (!keys->game || strcmp(keys->game, game) == 0))
            return true;
    return false;
}

static bool is_known(const char *game, const char *key)
{
    return is_among(words_shared_keys, game, key) || is_among(words_of(game)->keys, game, key);
}

/* Tiles, faces of dice and numbers are the same in every language. */
static bool is_notation(const char *value)
{
    return value[0] >= '0' && value[0] <= '9';
}

static void check_known(const char *game, json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_string(value) && !is_notation(json_string_value(value)) &&
        !is_known(game, json_string_value(value)))
        fail_msg("%s: words/keys.c and words.c lack %s", game, json_string_value(value));
    json_array_foreach(value, i, member)
    {
        check_known(game, member);
    }
    json_object_foreach(value, key, member)
    {
        if (!is_known(game, key))
            fail_msg("%s: words/keys.c and words.c lack %s", game, key);
        check_known(game, member);
    }
}

/* A move as the generic faces word it: identifiers in words, anything else as it is. */
static void check_move(const kn_game *game, const void *state, const kn_event *event)
{
    char line[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    game->write_move(state, event->actor, event->move, &text);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        if (word[strspn(word, "abcdefghijklmnopqrstuvwxyz_")] == '\0' && !is_known(game->key, word))
            fail_msg("%s: words/keys.c and words.c lack %s, of moves", game->key, word);
}

static void check_game(const kn_game *game)
{
    kn_random random = kn_random_from(5);
    for (int match = 0; match < scene_times(40); match++) {
        uint64_t state[KN_STATE_MAX / 8];
        kn_setup setup;
        kn_event event;
        int64_t now_ms = 0;
        kn_random_setup(game, &random, &setup);
        game->start(&setup, state);
        while (true) {
            char buffer[KN_DESCRIBE_MAX];
            kn_json json = kn_json_on(buffer, sizeof buffer);
            kn_json_object(&json, NULL);
            game->describe(state, &json);
            kn_json_end_object(&json);
            json_t *root = json_loads(buffer, 0, NULL);
            check_known(game->key, root);
            json_decref(root);
            if (!kn_random_event(game, state, &random, &now_ms, &event))
                break;
            if (event.actor != KN_CLOCK) /* time is up: that is all there is to say */
                check_move(game, state, &event);
            assert_int_equal(game->apply(state, &event), KN_OK);
        }
    }
}

static void test_every_key_is_known(void **unused)
{
    (void)unused;
    for (int i = 0; words_games[i]; i++)
        check_game(kn_find_game(kn_slice_of(words_games[i]->game)));
}

/* ---- options ---- */

static bool option_said(const words_option *said, const char *key, const char *value)
{
    for (; said && said->key; said++)
        if (strcmp(said->key, key) == 0 &&
            (value && said->value ? strcmp(said->value, value) == 0 : !value && !said->value))
            return true;
    return false;
}

static const kn_option *find_option(const kn_game *game, const char *key)
{
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].key, key) == 0)
            return &game->options[i];
    return NULL;
}

/* Each option of a game and each of its values has words, and words are of nothing else. */
static void test_options_are_words(void **unused)
{
    (void)unused;
    for (int g = 0; words_games[g]; g++) {
        const kn_game *game = kn_find_game(kn_slice_of(words_games[g]->game));
        const words_option *said = words_of(game->key)->options;
        for (int i = 0; i < game->option_count; i++) {
            const kn_option *one = &game->options[i];
            if (strcmp(one->key, "first") == 0) /* shared by all */
                continue;
            if (!option_said(said, one->key, NULL))
                fail_msg("%s: words.c lacks the option %s", game->key, one->key);
            for (int k = 0; one->names && one->names[k]; k++)
                if (!option_said(said, one->key, one->names[k]))
                    fail_msg("%s: words.c lacks %s=%s", game->key, one->key, one->names[k]);
        }
        for (; said && said->key; said++) {
            const kn_option *one = find_option(game, said->key);
            if (!one || (one->names && said->value &&
                         kn_read_name(kn_slice_of(said->value), one->names) < 0))
                fail_msg("%s: words.c has words for %s=%s, which is no option", game->key,
                         said->key, said->value ? said->value : "");
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_options_are_words),  cmocka_unit_test(test_choosing),
    cmocka_unit_test(test_looking_up),         cmocka_unit_test(test_keys_are_words),
    cmocka_unit_test(test_every_key_is_known),
};

SCENES_MAIN(tests)
