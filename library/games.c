/* games.c: the games, and what all files of the library share. See knobel.h. */
#include "games/games.h"

#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "library/inside.h"

_Static_assert((int)KNOBEL_SEATS_MAX == (int)KN_SEATS_MAX, "as in the rules");
_Static_assert((int)KNOBEL_CHANCE == (int)KN_CHANCE && (int)KNOBEL_CLOCK == (int)KN_CLOCK &&
                   (int)KNOBEL_WATCHER == (int)KN_WATCHER,
               "as in the rules");
_Static_assert((int)KNOBEL_MOVES_MAX == (int)KN_MOVES_MAX &&
                   (int)KNOBEL_OUTCOMES_MAX == (int)KN_OUTCOMES_MAX &&
                   (int)KNOBEL_MOVE_TEXT_MAX == (int)KN_MOVE_TEXT_MAX,
               "as in the rules");
_Static_assert((int)KNOBEL_SECRET_BYTES == (int)TABLE_HASH_BYTES, "as at the table");

/* ---- shared ---- */

kn_setup library_setup(const void *state)
{
    kn_setup setup;
    memcpy(&setup, state, sizeof setup);
    return setup;
}

bool library_may_look(int who, int seats)
{
    return (who >= 0 && who < seats) || who == KN_WATCHER;
}

knobel_answer library_hand_out(const char *text, size_t text_length, char *out, size_t size,
                               size_t *length)
{
    if (!out && size > 0)
        return KNOBEL_BAD_ARGUMENT;
    if (length)
        *length = text_length;
    if (size <= text_length)
        return KNOBEL_TOO_SMALL;
    memcpy(out, text, text_length);
    out[text_length] = '\0';
    return KNOBEL_OK;
}

bool library_given(const char *text, size_t length, kn_slice *out)
{
    *out = (kn_slice){text ? text : "", length};
    return text || length == 0;
}

knobel_answer library_read_position(kn_slice text, const kn_game **game, table_state *state)
{
    kn_slice key;
    if (!kn_take_until(&text, ' ', &key)) {
        key = text;
        text = kn_slice_of("");
    }
    memset(state, 0, sizeof *state);
    *game = kn_find_game(key);
    if (!*game)
        return KNOBEL_NO_SUCH_GAME;
    return (knobel_answer)(*game)->read_position(text, state);
}

/* ---- games ---- */

PUBLIC const knobel_game *knobel_game_at(size_t index)
{
    size_t count = 0;
    while (kn_games[count])
        count++;
    return index < count ? kn_games[index] : NULL;
}

PUBLIC const knobel_game *knobel_find_game(const char *key)
{
    return key ? kn_find_game(kn_slice_of(key)) : NULL;
}

PUBLIC const char *knobel_game_key(const knobel_game *game)
{
    return game ? game->key : "";
}

PUBLIC int knobel_game_version(const knobel_game *game)
{
    return game ? game->version : 0;
}

PUBLIC int knobel_game_seats_min(const knobel_game *game)
{
    return game ? game->seats_min : 0;
}

PUBLIC int knobel_game_seats_max(const knobel_game *game)
{
    return game ? game->seats_max : 0;
}

PUBLIC bool knobel_game_fewest_win(const knobel_game *game)
{
    return game && game->fewest_win;
}

PUBLIC knobel_answer knobel_game_describe(const knobel_game *game, char *out, size_t size,
                                          size_t *length)
{
    char text[KN_DESCRIBE_MAX];
    if (!game)
        return KNOBEL_BAD_ARGUMENT;
    kn_json json = kn_json_on(text, sizeof text);
    kn_describe_game(game, &json);
    return library_hand_out(text, json.text.length, out, size, length);
}

PUBLIC knobel_answer knobel_game_fingerprint(const knobel_game *game, uint64_t seed, int matches,
                                             uint64_t *fingerprint)
{
    enum { MATCHES_MAX = 10000 };
    if (!game || !fingerprint || matches < 0 || matches > MATCHES_MAX)
        return KNOBEL_BAD_ARGUMENT;
    *fingerprint = kn_fingerprint(game, seed, matches);
    return KNOBEL_OK;
}

PUBLIC void knobel_free(void *text)
{
    free(text);
}
