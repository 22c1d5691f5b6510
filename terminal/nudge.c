/* nudge.c: a direction, without naming the move. See nudge.h. */
#include "terminal/nudge.h"

#include "words/words.h"

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const json_t *first_reason(const json_t *opinion)
{
    return look_at(look_in(opinion, "why"), 0);
}

static bool is_upper(const char *box)
{
    static const char *const upper[] = {"ones", "twos", "threes", "fours", "fives", "sixes"};
    for (int i = 0; i < 6; i++)
        if (strcmp(box, upper[i]) == 0)
            return true;
    return false;
}

/* Low dice are kept for chance only where a second Yatzi is written there. */
static const char *throw_again(const json_t *best)
{
    const char *goal = look_text(first_reason(best), "what");
    if (strcmp(goal, "small_street") == 0 || strcmp(goal, "large_street") == 0)
        return _("Throw again and go for a straight.");
    if (strcmp(goal, "full_house") == 0)
        return _("Throw again and go for a full house.");
    if (strcmp(goal, "chance") == 0 && !strpbrk(look_text(best, "move"), "123"))
        return _("Throw again: you want high dice.");
    if (is_upper(goal))
        return _("Throw again and go for an upper box.");
    return goal[0] ? _("Throw again and collect matching dice.") : _("Throw again.");
}

static const char *yatzi(const json_t *best, const json_t *moves)
{
    const char *move = look_text(best, "move");
    if (!begins(move, "fill "))
        return throw_again(best);
    for (int i = 0; i < look_count(moves); i++)
        if (!begins(look_text(look_at(moves, i), "move"), "fill "))
            return _("These dice are good enough: fill a box.");
    const json_t *amount = look_in(first_reason(best), "amount");
    if (amount && json_number_value(amount) == 0)
        return _("Nothing fits well: give up the box that you will miss least.");
    return is_upper(move + strlen("fill ")) ? _("Look at your upper boxes.")
                                            : _("Look at your lower boxes.");
}

static const char *yucatan(const char *move)
{
    if (!begins(move, "pick "))
        return _("Better to stop with what you have.");
    const char *card = move + strlen("pick ");
    if (card[0] >= '1' && card[0] <= '6')
        return _("Be bold: pick an exact number.");
    return strcmp(card, "odd") == 0 || strcmp(card, "even") == 0
               ? _("Play it safe: odd or even.")
               : _("Take the middle road: a shape or a colour.");
}

static const char *bossa(const json_t *best)
{
    const char *move = look_text(best, "move");
    if (look_is(first_reason(best), "key", "wins"))
        return _("You can win right now.");
    if (begins(move, "lay "))
        return _("Make one of the lines longer.");
    if (begins(move, "stack "))
        return _("Consider your stack marker.");
    if (begins(move, "redraw "))
        return _("Consider your redraw marker.");
    if (begins(move, "exchange "))
        return _("Look at your opponent's tiles.");
    return begins(move, "keep ") ? _("Which chip helps more of your tiles?")
                                 : _("Compare your tiles with both dice.");
}

static const char *crane(const char *move)
{
    if (begins(move, "bet "))
        return _("Think about the last few grabs and what each bet pays.");
    return begins(move, "jackpot ") ? _("Compare the two jackpots.")
                                    : _("Too many cards win nothing: better too few.");
}

bool nudge_all_alike(const json_t *moves)
{
    double first = json_number_value(look_in(look_at(moves, 0), "value"));
    for (int i = 1; i < look_count(moves); i++)
        if (json_number_value(look_in(look_at(moves, i), "value")) != first)
            return false;
    return true;
}

const char *nudge_words(const char *game, const json_t *moves)
{
    const json_t *best = look_at(moves, 0);
    const char *move = look_text(best, "move");
    if (look_count(moves) <= 1)
        return _("There is only one thing to do here.");
    if (nudge_all_alike(moves))
        return _("It makes no difference here: choose whichever you like.");
    if (strcmp(game, "yatzi") == 0)
        return yatzi(best, moves);
    if (strcmp(game, "yucatan") == 0)
        return yucatan(move);
    if (strcmp(game, "bossa") == 0)
        return bossa(best);
    return strcmp(game, "crane") == 0 ? crane(move) : _("Take your time and compare.");
}
