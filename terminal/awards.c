/* awards.c: what stood out in an evening. See awards.h. */
#include "terminal/awards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sentences/show.h"
#include "terminal/face.h"
#include "words/words.h"

/* ---- luck ---- */

/* Is a figure more than its doubt, also in the digits shown? */
static bool is_beyond(double value, double doubt, bot_meaning meaning)
{
    double tenths = meaning == BOT_WINS ? 1000 : 10;
    return round(fabs(value) * tenths) > round(doubt * tenths);
}

/* The root of the sum of all squares is what the dice of the match usually do. */
static double units_of(const review_report *r, int seat)
{
    double squares = 0, luck = r->sum.seat[seat].luck;
    for (int i = 0; i < r->count; i++)
        if (r->notes[i].seat == seat && r->notes[i].actor == KN_CHANCE)
            squares += r->notes[i].change * r->notes[i].change;
    bool counts = is_beyond(luck, r->sum.seat[seat].kind_doubt[REVIEW_LUCK], r->sum.meaning);
    return counts && squares > 0 ? luck / sqrt(squares) : 0;
}

static void add_luck(awards_player *p, const table *t, const review_report *r, int seat)
{
    awards_luck luck = {.game = t->plan.game,
                        .meaning = r->sum.meaning,
                        .value = r->sum.seat[seat].luck,
                        .units = units_of(r, seat)};
    p->luck += luck.units;
    p->matches++;
    if (!p->best.game || luck.units > p->best.units)
        p->best = luck;
    if (!p->worst.game || luck.units < p->worst.units)
        p->worst = luck;
}

/* ---- throws ---- */

static void add_throw(awards *a, const awards_luck *luck, int player)
{
    int at = 0;
    while (at < a->thrown_count && a->thrown[at].luck.game != luck->game)
        at++;
    if (at == AWARDS_GAMES_MAX || (at < a->thrown_count && a->thrown[at].luck.value >= luck->value))
        return;
    a->thrown[at].luck = *luck;
    a->thrown[at].player = player;
    a->thrown_count += at == a->thrown_count;
}

/* Does something that counts happen between two events that is not chance? */
static bool is_parted(const table *t, uint32_t from, uint32_t to)
{
    for (uint32_t number = from + 1; number < to; number++) {
        const table_mark *mark = &t->log.marks[number - 1];
        if (mark->actor != KN_CHANCE && mark->actor != TABLE_BACK && !mark->taken_back)
            return true;
    }
    return false;
}

/* The dice of one throw are taken together. */
static void add_throws(awards *a, const table *t, const review_report *r, int seat, int player)
{
    double sum = 0, squares = 0;
    uint32_t last = 0;
    for (int i = 0; i < r->count; i++) {
        const review_note *n = &r->notes[i];
        if (n->seat != seat || n->actor != KN_CHANCE)
            continue;
        if (is_parted(t, last, n->number))
            sum = squares = 0;
        last = n->number;
        sum += n->change;
        squares += n->doubt * n->doubt;
        awards_luck luck = {.game = t->plan.game, .meaning = r->sum.meaning, .value = sum};
        if (sum > 0 && is_beyond(sum, sqrt(squares), r->sum.meaning))
            add_throw(a, &luck, player);
    }
}

/* ---- hands ---- */

static void add_hand(awards_player *p, const table *t, int seat)
{
    enum { VALUES_MOST = 512 };
    const face *f = face_for(t->plan.game->key);
    int values[VALUES_MOST];
    int count = f->hand ? f->hand(t, seat, values, VALUES_MOST) : 0;
    awards_hand *h = f->hand_kind == FACE_FAST ? &p->fast : &p->steady;
    for (int i = 0; i < count; i++) {
        if (f->hand_kind == FACE_STEADY)
            h->value += values[i];
        else if (h->count == 0 || values[i] < h->value)
            h->value = values[i];
        h->game = t->plan.game;
        h->count++;
    }
}

void awards_add(awards *a, const table *t, const review_report *r, const int player[KN_SEATS_MAX],
                kn_actors people)
{
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        awards_player *p = &a->player[player[seat]];
        if (people & KN_ACTOR(seat))
            add_hand(p, t, seat);
        if (!r)
            continue;
        add_luck(p, t, r, seat);
        add_throws(a, t, r, seat, player[seat]);
    }
}

/* ---- in words ---- */

static void put_luck(kn_text *out, const char *label, const char *name, const awards_luck *luck)
{
    char text[320];
    double value = bot_counted(luck->meaning, luck->value);
    const char *game = words_for_key("game", luck->game->key);
    kn_put(out, "- ");
    if (luck->meaning == BOT_WINS)
        snprintf(text, sizeof text, _("%s: %s, %+.1f%% chance of winning in %s\n"), label, name,
                 show_number(100 * value, 1), game);
    else
        snprintf(text, sizeof text, _("%s: %s, %+.1f points in %s\n"), label, name,
                 show_number(value, 1), game);
    kn_put(out, text);
}

/* Over several matches chance evens out by the root of their number. */
static double evened(const awards_player *p)
{
    return p->matches > 0 ? p->luck / sqrt(p->matches) : 0;
}

static void put_luckiest(const awards *a, const char *const *names, int players, int way,
                         kn_text *out)
{
    int found = -1;
    for (int i = 0; i < players; i++) {
        double luck = way * evened(&a->player[i]);
        if (luck > 0 && (found < 0 || luck > way * evened(&a->player[found])))
            found = i;
    }
    if (found >= 0)
        put_luck(out, way > 0 ? _("Luckiest") : _("Unluckiest"), names[found],
                 way > 0 ? &a->player[found].best : &a->player[found].worst);
}

static void put_fastest(const awards *a, const char *const *names, int players, kn_text *out)
{
    char text[320];
    int found = -1;
    for (int i = 0; i < players; i++)
        if (a->player[i].fast.count > 0 &&
            (found < 0 || a->player[i].fast.value < a->player[found].fast.value))
            found = i;
    if (found < 0)
        return;
    snprintf(text, sizeof text, _("- Fastest hand: %s, %.3f s in %s\n"), names[found],
             a->player[found].fast.value / 1000,
             words_for_key("game", a->player[found].fast.game->key));
    kn_put(out, text);
}

static double average_off(const awards_player *p)
{
    return p->steady.value / p->steady.count;
}

/* One good grab is no steady hand. */
static void put_steadiest(const awards *a, const char *const *names, int players, kn_text *out)
{
    enum { GRABS_LEAST = 2 };
    char text[320];
    int found = -1;
    for (int i = 0; i < players; i++)
        if (a->player[i].steady.count >= GRABS_LEAST &&
            (found < 0 || average_off(&a->player[i]) < average_off(&a->player[found])))
            found = i;
    if (found < 0)
        return;
    snprintf(text, sizeof text, _("- Steadiest hand: %s, off by %.1f cards on average in %s\n"),
             names[found], average_off(&a->player[found]),
             words_for_key("game", a->player[found].steady.game->key));
    kn_put(out, text);
}

void awards_write(const awards *a, const char *const *names, int players, kn_text *out)
{
    put_luckiest(a, names, players, 1, out);
    put_luckiest(a, names, players, -1, out);
    for (int i = 0; i < a->thrown_count; i++)
        put_luck(out, _("Best throw"), names[a->thrown[i].player], &a->thrown[i].luck);
    put_fastest(a, names, players, out);
    put_steadiest(a, names, players, out);
}
