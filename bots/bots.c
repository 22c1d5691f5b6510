/* bots.c: the list of kinds, and what all bots share. See bot.h. */
#include <string.h>

#include "bots/bot.h"

const char *const bot_levels[] = {"child", "beginner", "regular", "strong", "best", NULL};
const char *const bot_meanings[] = {
    [BOT_POINTS] = "points", [BOT_WINS] = "wins", [BOT_MINUS_POINTS] = "minus_points", NULL};

#define POINTER(name) &name##_bot,
static const bot_kind *const kinds[] = {GAMES_WITH_BOT(POINTER) NULL};

const bot_kind *bot_kind_for(const kn_game *game)
{
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->game == game)
            return kinds[i];
    return NULL;
}

double bot_counted(bot_meaning meaning, double value)
{
    return meaning == BOT_MINUS_POINTS ? 0 - value : value; /* 0 stays without a sign */
}

bot bot_open(const kn_game *game, int seat, int level, uint64_t seed)
{
    bot b;
    memset(&b, 0, sizeof b);
    b.kind = bot_kind_for(game);
    b.random = kn_random_from(seed);
    b.seat = (uint8_t)seat;
    b.level = (uint8_t)level;
    return b;
}

int bot_level(kn_slice key)
{
    return kn_read_name(key, bot_levels);
}

kn_setup bot_setup_to_solve(const bot_kind *kind, const kn_setup *setup)
{
    kn_setup reduced = *setup;
    if (kind->reduce)
        kind->reduce(&reduced);
    return reduced;
}

void bot_spread(const bot_machine *machine, void (*part)(void *job, int part), void *job, int parts)
{
    if (machine && machine->spread) {
        machine->spread(part, job, parts);
        return;
    }
    for (int i = 0; i < parts; i++)
        part(job, i);
}

void bot_learnt(const bot_machine *machine, double part)
{
    if (machine && machine->learnt)
        machine->learnt(part);
}

/* Lists are short and nearly sorted: insertion, which keeps equals in the game's order. */
void bot_sort(bot_opinion *opinions, int count)
{
    for (int i = 1; i < count; i++) {
        bot_opinion one = opinions[i];
        int at = i;
        for (; at > 0 && opinions[at - 1].value < one.value; at--)
            opinions[at] = opinions[at - 1];
        opinions[at] = one;
    }
}
