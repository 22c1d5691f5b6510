/* counts.c: the counted trees in perft.txt and the fingerprints in fingerprints.txt. Whoever
 * changes the behaviour of a game changes these files in the same commit, and raises the game's
 * version. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "tests/scenes.h"

enum { LINE_MAX_BYTES = 1200 };

static FILE *open_file(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TESTS_DIR, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there", path);
    return file;
}

/* `GAME DEPTH COUNT POSITION` */
static void test_perft(void **unused)
{
    FILE *file = open_file("perft.txt");
    char line[LINE_MAX_BYTES], game[32];
    int lines = 0;
    (void)unused;
    while (fgets(line, sizeof line, file)) {
        int depth, at;
        uint64_t expected;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%31s %d %" SCNu64 " %n", game, &depth, &expected, &at) != 3)
            fail_msg("not a line of perft.txt: %s", line);
        scene s = scene_from(kn_find_game(kn_slice_of(game)), line + at);
        uint64_t count = kn_perft(s.game, s.state, depth);
        if (count != expected)
            fail_msg("%" PRIu64 " instead of: %s", count, line);
        lines++;
    }
    fclose(file);
    assert_true(lines >= 20);
}

/* `GAME SEED MATCHES FINGERPRINT` */
static void test_fingerprints(void **unused)
{
    FILE *file = open_file("fingerprints.txt");
    char line[LINE_MAX_BYTES], key[32];
    int lines = 0;
    (void)unused;
    while (fgets(line, sizeof line, file)) {
        uint64_t seed, expected;
        int matches;
        if (sscanf(line, "%31s %" SCNu64 " %d %" SCNx64, key, &seed, &matches, &expected) != 4)
            fail_msg("not a line of fingerprints.txt: %s", line);
        const kn_game *game = kn_find_game(kn_slice_of(key));
        uint64_t found = kn_fingerprint(game, seed, matches);
        if (found != expected)
            fail_msg("%016" PRIx64 " instead of: %s", found, line);
        lines++;
    }
    fclose(file);
    assert_true(lines >= 5);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_perft),
    cmocka_unit_test(test_fingerprints),
};

SCENES_MAIN(tests)
