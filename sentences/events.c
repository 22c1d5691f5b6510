/* events.c: the events of a match as sentences. See events.h. */
#include "sentences/events.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "sentences/show.h"
#include "table/log.h"
#include "words/words.h"

enum { NAME_COLUMNS = 14 };

static const char *actor_name(const table *t, const log_line *line)
{
    switch (line->actor) {
    case KN_CHANCE: return words_for_key(t->plan.game->key, line->declared ? "our_dice" : "dice");
    case KN_CLOCK: return _("clock");
    case TABLE_BACK: return _("taken back");
    default: return t->plan.seat[line->actor].name;
    }
}

static void tell_line(const table *t, const log_line *line, int *last_actor, FILE *out)
{
    bool same_throw = line->actor == KN_CHANCE && *last_actor == KN_CHANCE;
    if (!same_throw) {
        if (*last_actor >= 0)
            fputc('\n', out);
        fputs("  ", out);
        show_padded(actor_name(t, line), NAME_COLUMNS, out);
    }
    if (line->actor == TABLE_BACK)
        fprintf(out, _(" to event %.*s, at %s's request"), (int)line->move.length, line->move.at,
                t->plan.seat[line->by].name);
    else
        fprintf(out, " %.*s", (int)line->move.length, line->move.at);
    *last_actor = line->actor;
}

uint32_t tell_events(const table *t, int who, uint32_t after, FILE *out)
{
    size_t size = (t->log.count - after + 2) * (size_t)TABLE_LINE_MAX;
    char *lines = native_realloc(NULL, size);
    kn_text text = kn_text_on(lines, size);
    uint32_t last = table_since(t, who, after, &text);
    int last_actor = -1;
    kn_slice rest = {lines, text.length}, piece;
    while (kn_take_until(&rest, '\n', &piece)) {
        log_line line;
        if (log_read_line(piece, &line))
            tell_line(t, &line, &last_actor, out);
    }
    if (last_actor >= 0)
        fputc('\n', out);
    free(lines);
    return last;
}

/* `Anna, Ben and Zoë` */
static void join_names(const table *t, kn_actors seats, kn_text *out)
{
    int many = __builtin_popcount(seats), told = 0;
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        if (seats & KN_ACTOR(seat)) {
            if (told > 0)
                kn_put(out, told + 1 == many ? _(" and ") : _(", "));
            kn_put(out, t->plan.seat[seat].name);
            told++;
        }
}

void tell_result(const table *t, FILE *out)
{
    char names[KN_SEATS_MAX * (TABLE_NAME_MAX + 16)];
    kn_text text = kn_text_on(names, sizeof names);
    kn_actors winners = t->plan.game->result(&t->state);
    join_names(t, winners, &text);
    fprintf(out, winners & (winners - 1) ? _("The win is shared by %s.\n") : _("The winner: %s.\n"),
            names);
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        fputs("  ", out);
        show_padded(t->plan.seat[seat].name, NAME_COLUMNS, out);
        fprintf(out, " %d\n", t->plan.game->score(&t->state, seat));
    }
}
