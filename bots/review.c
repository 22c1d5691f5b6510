/* review.c: computes what was luck and what was a mistake in a match. See review.h. */
#include "bots/review.h"

#include <string.h>

enum { DECIMALS = 10 };

/* ---- doubt ---- */

static double both(double one, double other)
{
    return __builtin_sqrt(one * one + other * other);
}

/* Every value is part of two changes: added in the one that led to it, subtracted in the next. If
 * both are of the same kind, it cancels out; if not, both kinds take on its doubt. */
static void carry_doubt(review *r, int seat, review_kind kind)
{
    double *doubt = r->seat[seat].kind_doubt;
    review_kind before = (review_kind)r->last[seat];
    if (before != kind) {
        doubt[before] = both(doubt[before], r->value_doubt[seat]);
        doubt[kind] = both(doubt[kind], r->value_doubt[seat]);
    }
    r->last[seat] = (uint8_t)kind;
}

/* ---- values ---- */

static bot_opinion value_for(review *r, int seat)
{
    uint64_t view[KN_STATE_MAX / 8];
    r->game->view(r->state, seat, view);
    bot_opinion opinion = r->judge[seat].kind->value(&r->judge[seat], view);
    if (opinion.error > r->seat[seat].doubt)
        r->seat[seat].doubt = opinion.error;
    return opinion;
}

bool review_open(review *r, const kn_game *game, const kn_setup *setup, const bot *judges)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    r->seats = setup->seats;
    for (int seat = 0; seat < r->seats; seat++) {
        const bot_kind *kind = judges[seat].kind;
        if (!kind || !kind->value || !kind->judge)
            return false;
        r->judge[seat] = judges[seat];
        r->meaning = kind->meaning;
    }
    if (game->start(setup, r->state) != KN_OK)
        return false;
    for (int seat = 0; seat < r->seats; seat++) {
        bot_opinion opinion = value_for(r, seat);
        r->seat[seat].start = r->seat[seat].end = opinion.value;
        r->value_doubt[seat] = opinion.error;
    }
    return true;
}

/* Enter what an event changed for a seat. */
static void enter(review *r, review_note *note)
{
    review_account *a = &r->seat[note->seat];
    bot_opinion opinion = value_for(r, note->seat);
    note->change = opinion.value - a->end;
    note->value = a->end = opinion.value;
    note->doubt = both(r->value_doubt[note->seat], opinion.error);
    note->value_doubt = opinion.error;
    if (note->actor == KN_CHANCE) {
        a->luck += note->change;
        carry_doubt(r, note->seat, REVIEW_LUCK);
    } else if (note->actor == note->seat) {
        a->errors -= note->change;
        carry_doubt(r, note->seat, REVIEW_ERRORS);
    } else {
        a->gifts += note->change;
        carry_doubt(r, note->seat, REVIEW_GIFTS);
    }
    r->value_doubt[note->seat] = opinion.error;
}

void review_close(review *r)
{
    for (int seat = 0; seat < r->seats; seat++) {
        double *doubt = &r->seat[seat].kind_doubt[r->last[seat]];
        *doubt = both(*doubt, r->value_doubt[seat]);
        r->value_doubt[seat] = 0;
    }
}

/* ---- better moves ---- */

/* The judge's opinion of the move that was made; -1 if it is not on its list, as a move on a
 * continuous scale may be. */
static int place_of(const bot_opinion *opinions, int count, kn_move made)
{
    for (int i = 0; i < count; i++)
        if (opinions[i].move == made)
            return i;
    return -1;
}

static void put_choice(const review *r, const void *before, const bot_opinion *opinion,
                       review_note *note)
{
    review_choice *choice = &note->better[note->better_count++];
    kn_text text = kn_text_on(choice->move, sizeof choice->move);
    r->game->write_move(before, note->seat, opinion->move, &text);
    choice->value = opinion->value;
    choice->doubt = opinion->error;
}

/* The moves that the judge prefers at `before`. If it prefers none, the move was not worse, unless
 * every move was: then it was better to keep still. */
static void put_better(review *r, const void *before, kn_move made, review_note *note)
{
    bot_opinion opinions[KN_MOVES_MAX];
    uint64_t view[KN_STATE_MAX / 8];
    bot *judge = &r->judge[note->seat];
    double worth = note->value - note->change;
    r->game->view(before, note->seat, view);
    int count = judge->kind->judge(judge, view, opinions), place = place_of(opinions, count, made);
    for (int i = 0; i < count && note->better_count < REVIEW_BETTER_MAX; i++)
        if (place < 0 || opinions[i].value > opinions[place].value)
            put_choice(r, before, &opinions[i], note);
    note->worse = note->better_count > 0 || (count > 0 && opinions[0].value < worth - note->doubt);
}

/* Other seats' throws change only what is shared: then nothing is noted. */
int review_event(review *r, uint32_t number, const kn_event *event, review_note notes[KN_SEATS_MAX])
{
    const double least = 1e-9; /* below this two moves are equally good */
    uint64_t before[KN_STATE_MAX / 8];
    int count = 0;
    memcpy(before, r->state, sizeof before);
    if (r->game->apply(r->state, event) != KN_OK)
        return 0;
    for (int seat = 0; seat < r->seats; seat++) {
        review_note *note = &notes[count];
        memset(note, 0, sizeof *note);
        note->number = number;
        note->seat = seat;
        note->actor = event->actor;
        enter(r, note);
        if (note->change == 0 && event->actor != seat)
            continue;
        kn_text text = kn_text_on(note->move, sizeof note->move);
        r->game->write_move(before, event->actor, event->move, &text);
        if (event->actor == seat && note->change < -least - note->doubt)
            put_better(r, before, event->move, note);
        count++;
    }
    return count;
}

const char *review_best(const review_note *note)
{
    return note->better_count > 0 ? note->better[0].move : "-";
}

/* ---- as JSON ---- */

void review_json_begin(const review *r, kn_json *json)
{
    kn_json_object(json, NULL);
    kn_json_string(json, "game", r->game->key);
    kn_json_string(json, "meaning", bot_meanings[r->meaning]);
    kn_json_list(json, "events");
}

static void json_better(const review_note *note, kn_json *json)
{
    kn_json_list(json, "better");
    for (int i = 0; i < note->better_count; i++) {
        kn_json_object(json, NULL);
        kn_json_string(json, "move", note->better[i].move);
        kn_json_fixed(json, "value", note->better[i].value, DECIMALS);
        kn_json_fixed(json, "doubt", note->better[i].doubt, DECIMALS);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
}

void review_json_note(const review_note *note, kn_json *json)
{
    bool own = note->actor == note->seat;
    kn_json_object(json, NULL);
    kn_json_int(json, "number", note->number);
    kn_json_int(json, "seat", note->seat + 1);
    kn_json_string(json, "move", note->move);
    kn_json_fixed(json,
                  own                        ? "error"
                  : note->actor == KN_CHANCE ? "luck"
                                             : "gift",
                  own ? -note->change : note->change, DECIMALS);
    kn_json_fixed(json, "value", note->value, DECIMALS);
    kn_json_fixed(json, "doubt", note->doubt, DECIMALS);
    kn_json_fixed(json, "value_doubt", note->value_doubt, DECIMALS);
    if (note->worse) {
        kn_json_string(json, "best", review_best(note));
        json_better(note, json);
    }
    kn_json_end_object(json);
}

void review_json_end(const review *r, const char *const names[], kn_json *json)
{
    kn_json_end_list(json);
    kn_json_list(json, "seats");
    for (int seat = 0; seat < r->seats; seat++) {
        const review_account *a = &r->seat[seat];
        kn_json_object(json, NULL);
        kn_json_string(json, "name", names[seat]);
        kn_json_fixed(json, "start", a->start, DECIMALS);
        kn_json_fixed(json, "luck", a->luck, DECIMALS);
        kn_json_fixed(json, "errors", a->errors, DECIMALS);
        kn_json_fixed(json, "gifts", a->gifts, DECIMALS);
        kn_json_fixed(json, "end", a->end, DECIMALS);
        kn_json_fixed(json, "doubt", a->doubt, DECIMALS);
        kn_json_int(json, "score", r->game->score(r->state, seat));
        kn_json_fixed(json, "start_doubt", a->kind_doubt[REVIEW_START], DECIMALS);
        kn_json_fixed(json, "luck_doubt", a->kind_doubt[REVIEW_LUCK], DECIMALS);
        kn_json_fixed(json, "errors_doubt", a->kind_doubt[REVIEW_ERRORS], DECIMALS);
        kn_json_fixed(json, "gifts_doubt", a->kind_doubt[REVIEW_GIFTS], DECIMALS);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
    kn_json_end_object(json);
}
