/* reasons.c: collects reasons, writes them as JSON, chooses nudges. See reason.h. */
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

const bot_reason *bot_reason_first(const bot_reasons *reasons, int opinion)
{
    for (int i = 0; i < reasons->count; i++)
        if (reasons->reason[i].opinion == opinion)
            return &reasons->reason[i];
    return NULL;
}

static void write_one(const bot_reason_kind *kind, const bot_reason *one, kn_json *out)
{
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
        write_one(&reasons->kinds[reasons->reason[i].key], &reasons->reason[i], out);
    }
    if (any)
        kn_json_end_list(out);
}

void bot_explain(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    out->count = 0;
    out->kinds = b->kind ? b->kind->reasons : NULL;
    if (b->kind && b->kind->why && count > 1)
        b->kind->why(b, view, opinions, count, out);
}

/* Values that count as equal. */
static bool all_alike(const bot_opinion *opinions, int count)
{
    const double least = 0.00005;
    for (int i = 1; i < count; i++)
        if (opinions[0].value - opinions[i].value >= least)
            return false;
    return true;
}

bool bot_clearly_better(bot_meaning meaning, const bot_opinion *one, const bot_opinion *other)
{
    double least = meaning == BOT_WINS ? 0.0005 : 0.05; /* this is rounded to one unit */
    double error = __builtin_sqrt(one->error * one->error + other->error * other->error);
    double more = one->value - other->value;
    return more >= least && more > error;
}

/* The direction of the best move; -1 if a move that may be as good lies in another one. */
static int sure_direction(const bot *b, const void *view, const bot_opinion *opinions, int count,
                          const bot_reasons *reasons)
{
    int first = b->kind->nudge(view, opinions, count, reasons, 0);
    for (int i = 1; i < count; i++)
        if (!bot_clearly_better(b->kind->meaning, &opinions[0], &opinions[i]) &&
            b->kind->nudge(view, opinions, count, reasons, i) != first)
            return -1;
    return first;
}

const char *bot_nudge(const bot *b, const void *view, const bot_opinion *opinions, int count,
                      const bot_reasons *reasons)
{
    if (count == 0)
        return "compare";
    if (count == 1)
        return "only_one";
    if (all_alike(opinions, count))
        return "all_alike";
    if (!b->kind || !b->kind->nudge)
        return "compare";
    int direction = sure_direction(b, view, opinions, count, reasons);
    return direction < 0 ? "close" : b->kind->nudges[direction];
}
