/* read_position.c: fuzzes the text of a position. The first byte chooses the game; the rest is the
 * position. */
#include <string.h>

#include "fuzz/check.h"

enum { PLAY_ON = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice input = {(const char *)data, size};
    const kn_game *game = check_game(check_byte(&input));
    kn_random random = kn_random_from(check_seed(data, size));
    any_state before, state;
    memset(&before, 0x5a, sizeof before);
    state = before;
    if (game->read_position(input, &state) != KN_OK) {
        HOLDS(memcmp(&state, &before, sizeof state) == 0);
        return 0;
    }
    check_texts(game, &state);
    check_due(game, &state, 0);
    check_play_on(game, &state, &random, 0, PLAY_ON);
    return 0;
}
