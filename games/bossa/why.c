/* why.c: reasons for moves in Bossa, looking one turn ahead: does a move end the match, with which
 * tiles does the opponent win or have no move, how far have the lines grown; if none of this
 * applies, what the hand fits afterwards. */
#include "core/assert.h"
#include "games/bossa/bot.h"

const bot_reason_kind bossa_reasons[] = {
    [REASON_WINS] = {"wins", 0},
    [REASON_LOSES] = {"loses", 0},
    [REASON_DRAWS] = {"draws", 0},
    [REASON_LETS_WIN] = {"lets_win", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_BLOCKS] = {"blocks", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_STUCK] = {"stuck", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_FITS] = {"fits", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_FINDS] = {"finds", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_OWN_LINE] = {"own_line", REASON_HAS_COUNT | REASON_HAS_OF},
    [REASON_OTHER_LINE] = {"other_line", REASON_HAS_COUNT | REASON_HAS_OF},
    {NULL, 0},
};

enum {
    EXPLAINED = 48, /* moves, the best ones */
    LONG_LINE = 4,  /* positions from which a line is worth a word */
    VALUES = 32,    /* more than any position has */
};

static void tell_of(bot_reasons *out, int opinion, int key, int count, int of)
{
    bot_reason *one = bot_reason_add(out, opinion, key);
    one->count = (uint8_t)count;
    one->of = (uint8_t)of;
}

/* Every tile the other may draw next. */
static void look_ahead(const bossa_board *after, int opinion, bot_reasons *out)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    int wins = 0, blocked = 0, stuck = 0;
    for (uint32_t rest = after->unseen; rest; rest &= rest - 1) {
        bossa_board next = *after;
        bossa_draw(&next, __builtin_ctz(rest));
        bool lays = bossa_list_puts(&next, steps) > 0, swaps = bossa_list_swaps(&next, steps) > 0;
        wins += bossa_wins_now(&next);
        blocked += !lays && !swaps;
        stuck += !lays && swaps;
    }
    if (wins > 0)
        tell_of(out, opinion, REASON_LETS_WIN, wins, after->left);
    if (blocked > 0)
        tell_of(out, opinion, REASON_BLOCKS, blocked, after->left);
    if (stuck > 0)
        tell_of(out, opinion, REASON_STUCK, stuck, after->left);
}

/* At how many ends of the lines a seat could lay something with what it holds. */
static int fitting_ends(bossa_board board, int seat)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    uint64_t ends = 0;
    board.turn = (uint8_t)seat;
    int count = bossa_list_puts(&board, steps);
    for (int i = 0; i < count; i++)
        if (steps[i] >> STEP_KIND == BOSSA_LAY)
            ends |= (uint64_t)1 << ((steps[i] >> STEP_LINE & 1) * VALUES +
                                    (steps[i] >> STEP_VALUE & 255));
    return __builtin_popcountll(ends);
}

/* What the hand of the seat that moved is good for, as the lines lie. */
static void tell_hand(const bossa_board *after, int seat, int opinion, bot_reasons *out)
{
    int found = 0;
    if (!after->redrawing) {
        int ends = BOSSA_COLOURS + (after->low[0] > 1) + (after->low[1] > 1);
        tell_of(out, opinion, REASON_FITS, fitting_ends(*after, seat), ends);
        return;
    }
    for (uint32_t rest = after->unseen; rest; rest &= rest - 1) {
        bossa_board next = *after;
        if (bossa_draw(&next, __builtin_ctz(rest)) != BOSSA_GOING)
            return;
        found += fitting_ends(next, seat) > 0;
    }
    tell_of(out, opinion, REASON_FINDS, found, after->left);
}

static void tell_line(const bossa_board *before, const bossa_board *after, int opinion,
                      bot_reasons *out)
{
    for (int colour = 0; colour < BOSSA_COLOURS; colour++) {
        int count = bossa_positions(after, colour);
        bool own = (before->white_owner ^ colour) == before->turn;
        if (count != bossa_positions(before, colour) && count >= LONG_LINE)
            tell_of(out, opinion, own ? REASON_OWN_LINE : REASON_OTHER_LINE, count, BOSSA_GOAL);
    }
}

static void explain(const bossa_board *board, bossa_step step, int opinion, bot_reasons *out)
{
    static const uint8_t ends[] = {
        [BOSSA_LOST] = REASON_LOSES, [BOSSA_DRAWN] = REASON_DRAWS, [BOSSA_WON] = REASON_WINS};
    bossa_board after = *board;
    int outcome = bossa_outcome(board, step);
    if (outcome != BOSSA_GOING) {
        bot_reason_add(out, opinion, ends[outcome]);
        return;
    }
    int told = out->count;
    bossa_make(&after, step);
    if (!after.redrawing) /* the tile to come decides what the other finds */
        look_ahead(&after, opinion, out);
    tell_line(board, &after, opinion, out);
    if (out->count == told)
        tell_hand(&after, board->turn, opinion, out);
}

void bossa_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    const bossa_state *s = view;
    (void)b;
    if (s->phase != BOSSA_ACTING)
        return;
    bossa_board board = bossa_board_from(s);
    for (int i = 0; i < count && i < EXPLAINED; i++)
        explain(&board, bossa_step_from(s, opinions[i].move), i, out);
}

/* ---- a direction ---- */

enum { NUDGE_WIN = BOSSA_KEEP + 1 }; /* after the kinds of moves */
const char *const bossa_nudges[] = {[BOSSA_LAY] = "lay",       [BOSSA_STACK] = "stack",
                                    [BOSSA_REDRAW] = "redraw", [BOSSA_EXCHANGE] = "exchange",
                                    [BOSSA_TAKE] = "choose",   [BOSSA_KEEP] = "keep",
                                    [NUDGE_WIN] = "win",       NULL};

int bossa_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons)
{
    const bot_reason *first = bot_reason_first(reasons, 0);
    unsigned kind = opinions[0].move >> BOSSA_KIND_AT & 7;
    (void)view;
    (void)count;
    kn_assert(kind < NUDGE_WIN);
    return first && first->key == REASON_WINS ? NUDGE_WIN : (int)kind;
}
