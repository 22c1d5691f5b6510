/* reasons.c: the list of reasons and how they are written down. See reason.h. */
#include <string.h>

#include "bots/bot.h"

enum { DECIMALS = 4 };

#define WHAT REASON_HAS_WHAT
#define FACES REASON_HAS_FACES
#define CHANCE REASON_HAS_CHANCE
#define COUNT REASON_HAS_COUNT
#define OF REASON_HAS_OF
#define AMOUNT REASON_HAS_AMOUNT
#define AVERAGE REASON_HAS_AVERAGE
#define THAN REASON_HAS_THAN

const struct bot_reason_kind bot_reason_kinds[REASON_KEYS] = {
    [REASON_NEEDS] = {"needs", WHAT | FACES | CHANCE | COUNT},
    [REASON_REACH] = {"reach", WHAT | CHANCE | COUNT},
    [REASON_SURE] = {"sure", WHAT},
    [REASON_BRINGS] = {"brings", WHAT | AMOUNT},
    [REASON_NOW] = {"now", WHAT | THAN | AMOUNT | AVERAGE},
    [REASON_LEAST] = {"least", WHAT | AMOUNT},
    [REASON_BONUS] = {"bonus", AMOUNT},
    [REASON_NO_BONUS] = {"no_bonus", AMOUNT},
    [REASON_HIT] = {"hit", COUNT | CHANCE},
    [REASON_RISK] = {"risk", AMOUNT},
    [REASON_TURN] = {"turn", AMOUNT},
    [REASON_SAFE] = {"safe", AMOUNT},
    [REASON_WINS] = {"wins", 0},
    [REASON_LOSES] = {"loses", 0},
    [REASON_DRAWS] = {"draws", 0},
    [REASON_LETS_WIN] = {"lets_win", COUNT | OF},
    [REASON_BLOCKS] = {"blocks", COUNT | OF},
    [REASON_STUCK] = {"stuck", COUNT | OF},
    [REASON_FITS] = {"fits", COUNT | OF},
    [REASON_FINDS] = {"finds", COUNT | OF},
    [REASON_OWN_LINE] = {"own_line", COUNT | OF},
    [REASON_OTHER_LINE] = {"other_line", COUNT | OF},
    [REASON_TOO_MANY] = {"too_many", CHANCE},
    [REASON_TOO_FEW] = {"too_few", CHANCE},
    [REASON_EXACT] = {"exact", CHANCE},
    [REASON_PAYS] = {"pays", AMOUNT},
    [REASON_SHARES] = {"shares", AMOUNT},
    [REASON_GOAL] = {"goal", 0},
    [REASON_GRAB] = {"grab", COUNT | CHANCE},
    [REASON_TAKES] = {"takes", AMOUNT},
    [REASON_HOLDS] = {"holds", AMOUNT},
};

bot_reason *bot_reason_add(bot_reasons *reasons, int opinion, int key)
{
    bot_reason *one = &reasons->reason[reasons->count];
    if (reasons->count < BOT_REASONS_MAX)
        reasons->count++;
    memset(one, 0, sizeof *one);
    one->opinion = (uint16_t)opinion;
    one->key = (uint8_t)key;
    return one;
}

static void write_one(const bot_reason *one, kn_json *out)
{
    const struct bot_reason_kind *kind = &bot_reason_kinds[one->key];
    kn_json_object(out, NULL);
    kn_json_string(out, "key", kind->name);
    if (kind->has & WHAT)
        kn_json_string(out, "what", one->what);
    if (kind->has & THAN)
        kn_json_string(out, "than", one->than);
    if (kind->has & FACES)
        kn_json_string(out, "faces", one->faces);
    if (kind->has & COUNT)
        kn_json_int(out, "count", one->count);
    if (kind->has & OF)
        kn_json_int(out, "of", one->of);
    if (kind->has & CHANCE)
        kn_json_fixed(out, "chance", one->chance, DECIMALS);
    if (kind->has & AMOUNT)
        kn_json_fixed(out, "amount", one->amount, DECIMALS);
    if (kind->has & AVERAGE)
        kn_json_fixed(out, "average", one->average, DECIMALS);
    kn_json_end_object(out);
}

void bot_write_reasons(const bot_reasons *reasons, int opinion, kn_json *out)
{
    bool any = false;
    for (int i = 0; i < reasons->count; i++) {
        if (reasons->reason[i].opinion != opinion)
            continue;
        if (!any)
            kn_json_list(out, "why");
        any = true;
        write_one(&reasons->reason[i], out);
    }
    if (any)
        kn_json_end_list(out);
}

void bot_explain(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    out->count = 0;
    if (b->kind && b->kind->why && count > 1)
        b->kind->why(b, view, opinions, count, out);
}
