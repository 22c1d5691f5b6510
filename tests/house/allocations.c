/* allocations.c: how often the house asks for memory for the moves that people make, counted in
 * whole matches of every game. A move has nothing of its own; only the log of a match grows, by
 * half each time. */
#include "games/games.h"
#include "tests/house/stage.h"

enum {
    MOVES = 2000,
    STEP_MS = 500,
    HUNDRED = 100,
    MOST = 25, /* times in a hundred moves; some matches are short */
};

/* Somebody due plays a random move; whoever is not heard of has nothing to do. */
static bool play(stage *s, kn_random *random, json_t *told)
{
    const char *seat;
    json_t *one;
    json_object_foreach(json_object_get(told, "eyes"), seat, one)
    {
        json_t *moves = json_object_get(one, "moves");
        uint32_t count = (uint32_t)json_array_size(moves);
        if (count == 0)
            continue;
        say(s, ANNA, "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\"}", seat,
            json_string_value(json_array_get(moves, kn_random_below(random, count))));
        return true;
    }
    return false;
}

static void count_in(const kn_game *game)
{
    stage *s = open_stage(game->key);
    kn_random random = kn_random_from(7);
    uint64_t asked = 0;
    int moves = 0, matches = 0;
    for (int seat = 0; seat < game->seats_min || seat < 2; seat++)
        sit(s, ANNA, (char[]){(char)('A' + seat), '\0'});
    json_t *told = NULL;
    for (; moves < MOVES; false_wait(&s->f, STEP_MS)) {
        json_t *now = false_last(&s->f, ANNA, "table");
        if (now) {
            json_decref(told);
            told = now;
        }
        if (!told || json_is_true(json_object_get(told, "over"))) {
            matches++;
            json_decref(told);
            told = NULL;
            say(s, ANNA, "{\"type\":\"start\"}");
        } else {
            uint64_t before = s->f.asked;
            moves += play(s, &random, told);
            asked += s->f.asked - before;
        }
    }
    json_decref(told);
    close_stage(s);
    print_message("# %s: memory asked for %d times in %d moves of %d matches\n", game->key,
                  (int)asked, moves, matches);
    if (asked * HUNDRED > MOST * MOVES)
        fail_msg("%s: memory asked for %d times in %d moves", game->key, (int)asked, moves);
}

static void a_move_asks_for_no_memory(void **state)
{
    (void)state;
    for (int i = 0; kn_games[i]; i++)
        count_in(kn_games[i]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(a_move_asks_for_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
