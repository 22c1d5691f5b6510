/* why.c: reasons for moves in Tactile Crane Championship: how likely a bet is right by what is
 * known of the hand, and what it pays; how sure a grab is; what is in the jackpots. */
#include "bots/hands.h"
#include "games/crane/bot.h"

const bot_reason_kind crane_reasons[] = {
    [REASON_TOO_MANY] = {"too_many", REASON_HAS_CHANCE},
    [REASON_TOO_FEW] = {"too_few", REASON_HAS_CHANCE},
    [REASON_EXACT] = {"exact", REASON_HAS_CHANCE},
    [REASON_PAYS] = {"pays", REASON_HAS_AMOUNT},
    [REASON_SHARES] = {"shares", REASON_HAS_AMOUNT},
    [REASON_GOAL] = {"goal", 0},
    [REASON_GRAB] = {"grab", REASON_HAS_COUNT | REASON_HAS_CHANCE},
    [REASON_TAKES] = {"takes", REASON_HAS_AMOUNT},
    [REASON_HOLDS] = {"holds", REASON_HAS_AMOUNT},
    {NULL, 0},
};

enum { GRABS_EXPLAINED = 12 }; /* the best ones; there are hundreds */

static int smaller_jackpot(const crane_state *s)
{
    return s->jackpot[0] < s->jackpot[1] ? s->jackpot[0] : s->jackpot[1];
}

/* Would the match be won with this bet? */
static bool reaches_goal(const crane_state *s, int seat, int kind)
{
    crane_state then = *s;
    then.achieved[seat][kind - 1]++;
    return crane_goal_reached(&then, seat);
}

static void explain_bet(const bot *b, const crane_state *s, int kind, int opinion, bot_reasons *out)
{
    static const uint8_t keys[] = {REASON_TOO_MANY, REASON_TOO_FEW, REASON_EXACT};
    double chance[CRANE_BET_KINDS];
    crane_bot_chances(b, s->turn, s->card, s->deck, chance);
    bot_reason_add(out, opinion, keys[kind - 1])->chance = chance[kind - 1];
    if (crane_for_two(s)) {
        if (reaches_goal(s, b->seat, kind))
            bot_reason_add(out, opinion, REASON_GOAL);
    } else if (kind == CRANE_JUST) {
        bot_reason_add(out, opinion, REASON_SHARES)->amount = smaller_jackpot(s);
    } else {
        bot_reason_add(out, opinion, REASON_PAYS)->amount = CRANE_PAY;
    }
}

/* Over all slips, as if the hand obeyed. */
static void explain_travel(const crane_state *s, uint32_t um, int opinion, bot_reasons *out)
{
    uint32_t exact = 0, all = 0;
    int number = crane_number(s->card);
    for (int i = 0; i < CRANE_SLIPS; i++) {
        int held = crane_cards_held(um, (int)crane_slips[i].move, s->card);
        exact += (held < s->deck ? held : s->deck) == number ? crane_slips[i].weight : 0;
        all += crane_slips[i].weight;
    }
    bot_reason *one = bot_reason_add(out, opinion, REASON_GRAB);
    one->count = (uint8_t)number;
    one->chance = (double)exact / all;
}

/* An exact grab empties it; otherwise the cards too many, or those that are missing, go there. */
static void explain_jackpot(const crane_state *s, int which, int opinion, bot_reasons *out)
{
    int number = crane_number(s->last.card), count = s->last.count, jackpot = s->jackpot[which];
    int missing = number - count < count ? number - count : count;
    if (count == number)
        bot_reason_add(out, opinion, REASON_TAKES)->amount = jackpot;
    else
        bot_reason_add(out, opinion, REASON_HOLDS)->amount =
            jackpot + (count > number ? count - number : missing);
}

void crane_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    const crane_state *s = view;
    for (int i = 0; i < count; i++) {
        kn_move number = opinions[i].move & CRANE_TAG_NUMBER;
        switch (opinions[i].move - number) {
        case CRANE_BET: explain_bet(b, s, (int)number, i, out); break;
        case CRANE_TAKE: explain_jackpot(s, (int)number - 1, i, out); break;
        case CRANE_TRAVEL:
            if (i < GRABS_EXPLAINED)
                explain_travel(s, number, i, out);
            break;
        default: break;
        }
    }
}

/* ---- a direction ---- */

enum { NUDGE_BET, NUDGE_JACKPOT, NUDGE_GRAB };
const char *const crane_nudges[] = {
    [NUDGE_BET] = "bet", [NUDGE_JACKPOT] = "jackpot", [NUDGE_GRAB] = "grab", NULL};

int crane_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion)
{
    (void)view;
    (void)count;
    (void)reasons;
    switch (opinions[opinion].move & ~(kn_move)CRANE_TAG_NUMBER) {
    case CRANE_BET: return NUDGE_BET;
    case CRANE_TAKE: return NUDGE_JACKPOT;
    default: return NUDGE_GRAB;
    }
}
