/* why.c: reasons for moves in Bossa, looking one turn ahead: does a move end the match, with which
 * tiles does the opponent win or have no move, how far have the lines grown; if none of this
 * applies, what the hand fits afterwards. The search looks further: where it prefers a move that
 * does not look better by this, a reason says so. */
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
    [REASON_FURTHER] = {"further", 0},
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

/* ---- what lies beyond one turn ---- */

/* How much an opinion's reason of this kind says for its move; `none` if there is no such reason.
 */
static int said_for(const bot_reasons *all, int opinion, int key, int none)
{
    static const int8_t sign[REASON_FURTHER] = {
        [REASON_LETS_WIN] = -1, [REASON_BLOCKS] = 1,   [REASON_STUCK] = 1,      [REASON_FITS] = 1,
        [REASON_FINDS] = 1,     [REASON_OWN_LINE] = 1, [REASON_OTHER_LINE] = -1};
    for (int i = 0; i < all->count; i++)
        if (all->reason[i].opinion == opinion && all->reason[i].key == key)
            return sign[key] * all->reason[i].count;
    return none;
}

/* Does a move look better than another one, by all that the reasons say of both? Places that the
 * hand fits are told only where nothing else is. */
static bool looks_better(const bot_reasons *all, int one, int other)
{
    enum { UNKNOWN = -1000 };
    bool better = false;
    for (int key = REASON_WINS; key < REASON_FURTHER; key++) {
        bool partly = key == REASON_FITS || key == REASON_FINDS;
        int mine = said_for(all, one, key, partly ? UNKNOWN : 0);
        int theirs = said_for(all, other, key, partly ? UNKNOWN : 0);
        if (mine < theirs && mine != UNKNOWN)
            return false;
        better |= mine > theirs && theirs != UNKNOWN;
    }
    return better;
}

/* A move that is clearly worse, but does not look it. */
static bool is_outshone(const bot_opinion *opinions, int count, const bot_reasons *all, int opinion)
{
    for (int i = opinion + 1; i < count; i++)
        if (looks_better(all, i, opinion) &&
            bot_clearly_better(BOT_WINS, &opinions[opinion], &opinions[i]))
            return true;
    return false;
}

void bossa_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    const bossa_state *s = view;
    bot_reasons near = {.kinds = out->kinds};
    (void)b;
    if (s->phase != BOSSA_ACTING)
        return;
    bossa_board board = bossa_board_from(s);
    count = count < EXPLAINED ? count : EXPLAINED;
    for (int i = 0; i < count; i++)
        explain(&board, bossa_step_from(s, opinions[i].move), i, &near);
    for (int i = 0, next = 0; i < count; i++) {
        for (; next < near.count && near.reason[next].opinion == i; next++)
            *bot_reason_add(out, i, near.reason[next].key) = near.reason[next];
        if (is_outshone(opinions, count, &near, i))
            bot_reason_add(out, i, REASON_FURTHER);
    }
}

/* ---- a direction ---- */

enum { NUDGE_WIN = BOSSA_KEEP + 1 }; /* after the kinds of moves */
const char *const bossa_nudges[] = {[BOSSA_LAY] = "lay",       [BOSSA_STACK] = "stack",
                                    [BOSSA_REDRAW] = "redraw", [BOSSA_EXCHANGE] = "exchange",
                                    [BOSSA_TAKE] = "choose",   [BOSSA_KEEP] = "keep",
                                    [NUDGE_WIN] = "win",       NULL};

int bossa_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion)
{
    const bot_reason *first = bot_reason_first(reasons, opinion);
    unsigned kind = opinions[opinion].move >> BOSSA_KIND_AT & 7;
    (void)view;
    (void)count;
    kn_assert(kind < NUDGE_WIN);
    return first && first->key == REASON_WINS ? NUDGE_WIN : (int)kind;
}
