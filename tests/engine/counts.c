/* counts.c: the counted trees in games/NAME/tests/perft.txt and the fingerprints beside them. If
 * you change the behaviour of a game, change these files in the same commit and raise the game's
 * version. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

enum { LINE_MAX_BYTES = 1200 };

#define NAME(name) #name,
static const char *const games[] = {GAMES_ON_SHELF(NAME) GAMES_HIDDEN(NAME) NULL};

/* Hand over every line of such a file of each game; every game has some. */
static void each_line(const char *name, void (*check)(const char *line))
{
    for (int i = 0; games[i]; i++) {
        char path[1024], line[LINE_MAX_BYTES];
        int lines = 0;
        snprintf(path, sizeof path, "%s/%s/tests/%s", GAMES_DIR, games[i], name);
        FILE *file = fopen(path, "r");
        if (!file)
            fail_msg("%s is not there", path);
        for (; fgets(line, sizeof line, file); lines++) {
            line[strcspn(line, "\n")] = '\0';
            check(line);
        }
        fclose(file);
        assert_true(lines > 0);
    }
}

/* `GAME DEPTH COUNT POSITION` */
static void check_perft(const char *line)
{
    char game[32];
    int depth, at;
    uint64_t expected;
    if (sscanf(line, "%31s %d %" SCNu64 " %n", game, &depth, &expected, &at) != 3)
        fail_msg("not a line of perft.txt: %s", line);
    scene s = scene_from(kn_find_game(kn_slice_of(game)), line + at);
    uint64_t count = kn_perft(s.game, s.state, depth);
    if (count != expected)
        fail_msg("%" PRIu64 " instead of: %s", count, line);
}

static void test_perft(void **unused)
{
    (void)unused;
    each_line("perft.txt", check_perft);
}

/* `GAME SEED MATCHES FINGERPRINT` */
static void check_fingerprint(const char *line)
{
    char game[32];
    uint64_t seed, expected;
    int matches;
    if (sscanf(line, "%31s %" SCNu64 " %d %" SCNx64, game, &seed, &matches, &expected) != 4)
        fail_msg("not a line of fingerprints.txt: %s", line);
    uint64_t found = kn_fingerprint(kn_find_game(kn_slice_of(game)), seed, matches);
    if (found != expected)
        fail_msg("%016" PRIx64 " instead of: %s", found, line);
}

static void test_fingerprints(void **unused)
{
    (void)unused;
    each_line("fingerprints.txt", check_fingerprint);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_perft),
    cmocka_unit_test(test_fingerprints),
};

SCENES_MAIN(tests)
