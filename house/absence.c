/* absence.c: people who are away: since when it shows, bots that stand in, what those decide by
 * vote who are there, and who is host meanwhile.
 *
 * Nothing of this happens while nobody is there for whom the match goes on. All times are those of
 * the house: a restart gives everybody the same patience again. */
#include <string.h>

#include "house/inside.h"

enum {
    HOST_MISSED_MS = 60000, /* a host away for longer passes the role on, till they are back */
    HOST_LOST_MS =
        3600000, /* … even to somebody who waits for the next match, if no player is there */
    VOTE_OPEN_MS = 60000, /* after the first vote, those who have voted decide */
    SLOW_TURN_S = 3600,   /* who has so long for a decision may be away meanwhile */
};

const char *const away_names[] = {"ask", "bot", "wait", NULL};

/* What can be voted for; 0: nothing yet. */
enum { VOTE_NONE, VOTE_BOT, VOTE_WAIT, VOTE_STOP, VOTES };
static const char *const vote_names[] = {"", "bot", "wait", "stop", NULL};

const char *vote_name(const person *p)
{
    return p->vote ? vote_names[p->vote] : NULL;
}

/* ---- who is here, who is not ---- */

static kn_actors seats_in_match(const room *r, uint32_t id)
{
    return match_on(r) ? (kn_actors)(seats_of(r, id) & match_all_seats(r)) : 0;
}

/* Is any of those there for whom the match goes on? A stranger who looks in does not count. */
static bool players_here(const room *r)
{
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].guests > 0 &&
            (r->people[i].id == r->host || seats_in_match(r, r->people[i].id)))
            return true;
    return false;
}

static int64_t away_long_ms(const room *r, const person *p)
{
    return p->gone_ms + r->settings.away_s * 1000;
}

/* ---- bots that stand in ---- */

static bool stands_in(const room *r, const person *p, int64_t now_ms)
{
    bool soon = r->settings.away == AWAY_BOT && away_long_ms(r, p) <= now_ms;
    return p->guests == 0 && match_on(r) && players_here(r) && (p->played_for || soon);
}

static void look_at_standins(room *r, const person *p, int64_t now_ms)
{
    bool standin = stands_in(r, p, now_ms);
    for (int seat = 0; seat < KN_SEATS_MAX; seat++) {
        if (r->seat[seat].person != p->id)
            continue;
        r->told_differs |= r->seat[seat].standin != standin;
        r->seat[seat].standin = standin;
    }
}

static void look_at_people(room *r, int64_t now_ms)
{
    for (int i = 0; i < r->people_count; i++) {
        person *p = &r->people[i];
        bool away = p->guests == 0 && p->gone_ms + r->house->limits.grace_ms <= now_ms;
        r->told_differs |= away != p->away;
        p->away = away;
        if (p->guests > 0 && p->played_for) { /* back: the seat is theirs again */
            p->played_for = false;
            r->changed = true;
        }
        look_at_standins(r, p, now_ms);
    }
}

/* ---- the host ---- */

/* A host who does not come back must not hold up the others; nor one whose token was lost on the
 * way. */
static bool others_here(const room *r)
{
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].guests > 0 && r->people[i].id != r->host &&
            (!match_on(r) || seats_in_match(r, r->people[i].id)))
            return true;
    return false;
}

/* A match that is played slowly on purpose has time to wait for its host, too. */
static bool is_slow(const room *r)
{
    return match_on(r) && r->settings.turn_s >= SLOW_TURN_S;
}

/* Somebody has a seat for the next match, and nobody plays this one: they would wait for ever. */
static bool others_wait(const room *r)
{
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].guests > 0 && seats_of(r, r->people[i].id))
            return !players_here(r);
    return false;
}

/* From when on a host who has gone is missed; KN_NEVER: by nobody. */
static int64_t missed_from_ms(const room *r, const person *host)
{
    if (host->guests > 0 || is_slow(r))
        return KN_NEVER;
    if (others_here(r))
        return host->gone_ms + HOST_MISSED_MS;
    return others_wait(r) ? host->gone_ms + HOST_LOST_MS : KN_NEVER;
}

static bool host_is_missed(room *r, int64_t now_ms)
{
    const person *host = person_find(r, r->host);
    int64_t from_ms = host ? missed_from_ms(r, host) : KN_NEVER;
    return from_ms != KN_NEVER && from_ms <= now_ms;
}

static void look_at_host(room *r, int64_t now_ms)
{
    if (person_here(r, r->host_missed)) {
        host_make(r, r->host_missed);
    } else if (host_is_missed(r, now_ms)) {
        uint32_t missed = r->host_missed ? r->host_missed : r->host;
        host_pass_on(r);
        r->host_missed = missed;
        r->changed = true;
    }
}

/* ---- the vote ---- */

/* Is there a choice at all? A room whose host wants to wait, or where everybody has hours for a
 * decision, is played slowly on purpose. */
static bool asks(const room *r)
{
    return match_on(r) && r->settings.away == AWAY_ASK && r->settings.turn_s < SLOW_TURN_S &&
           players_here(r);
}

static bool is_absent(const room *r, const person *p, int64_t now_ms)
{
    return asks(r) && p->away && !p->played_for && away_long_ms(r, p) <= now_ms;
}

/* One vote for each person, however many seats they hold. Who has just lost the connection has not
 * gone yet: nobody is outvoted while a page reloads. */
bool may_vote(const room *r, const person *p)
{
    return !p->away && (p->id == r->host || seats_in_match(r, p->id));
}

/* Another question than before: all answers are void. */
static void ask_anew(room *r, kn_actors absent)
{
    r->absent = absent;
    r->vote_ends_ms = KN_NEVER;
    r->told_differs = true;
    for (int i = 0; i < r->people_count; i++)
        r->people[i].vote = VOTE_NONE;
}

static kn_actors find_absent(const room *r, int64_t now_ms)
{
    kn_actors absent = 0;
    for (int i = 0; i < r->people_count; i++)
        if (is_absent(r, &r->people[i], now_ms))
            absent |= seats_in_match(r, r->people[i].id);
    return absent;
}

typedef struct {
    int voters, votes[VOTES];
} ballot;

static ballot count_votes(const room *r)
{
    ballot b = {0};
    for (int i = 0; i < r->people_count; i++)
        if (may_vote(r, &r->people[i])) {
            b.voters++;
            b.votes[r->people[i].vote]++;
        }
    return b;
}

/* What more than half of those who are there want; VOTE_NONE: nothing yet. */
static int most_wanted(const ballot *b)
{
    for (int what = VOTE_BOT; what < VOTES; what++)
        if (2 * b->votes[what] > b->voters)
            return what;
    return VOTE_NONE;
}

/* When time is up, those who have voted decide whether bots play; if they are equal, the host does.
 * So neither two who disagree nor one who never answers can hold up the others; but only more than
 * half can end a match. */
static int wanted_at_the_end(room *r, const ballot *b)
{
    const person *host = person_find(r, r->host);
    int on = b->votes[VOTE_BOT] + b->votes[VOTE_STOP], wait = b->votes[VOTE_WAIT];
    bool host_waits =
        !host || !may_vote(r, host) || host->vote <= VOTE_NONE || host->vote == VOTE_WAIT;
    return on > wait || (on == wait && !host_waits) ? VOTE_BOT : VOTE_WAIT;
}

static int decided(room *r, int64_t now_ms)
{
    ballot b = count_votes(r);
    int what = most_wanted(&b);
    bool ended = r->vote_ends_ms != KN_NEVER && now_ms >= r->vote_ends_ms;
    if (ended)
        r->vote_ends_ms = KN_NEVER; /* the next vote opens it again */
    return what == VOTE_NONE && ended ? wanted_at_the_end(r, &b) : what;
}

static void let_bots_play(room *r, int64_t now_ms)
{
    for (int i = 0; i < r->people_count; i++) {
        person *p = &r->people[i];
        if (!(seats_in_match(r, p->id) & r->absent))
            continue;
        p->played_for = true;
        look_at_standins(r, p, now_ms);
    }
    r->changed = true;
    ask_anew(r, 0);
}

/* To keep waiting decides nothing: everybody may change their mind. */
static void look_at_votes(room *r, int64_t now_ms)
{
    kn_actors absent = find_absent(r, now_ms);
    if (absent != r->absent)
        ask_anew(r, absent);
    if (!absent || r->house->refuse)
        return;
    switch (decided(r, now_ms)) {
    case VOTE_BOT: let_bots_play(r, now_ms); break;
    case VOTE_STOP:
        match_stop(r);
        ask_anew(r, 0);
        break;
    default: break;
    }
}

refusal hear_vote(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice wanted;
    int which = field_text(m, "for", &wanted) ? kn_read_name(wanted, vote_names) : VOTE_NONE;
    person *p = person_find(r, g->person);
    if (which <= VOTE_NONE)
        return "not_understood";
    if (!r->absent)
        return "no_vote";
    if (!p || !may_vote(r, p))
        return "not_yours";
    r->told_differs |= p->vote != which;
    p->vote = (uint8_t)which;
    if (r->vote_ends_ms == KN_NEVER)
        r->vote_ends_ms = now_ms + VOTE_OPEN_MS;
    return NULL;
}

/* ---- time ---- */

void person_watch_time(room *r, int64_t now_ms)
{
    look_at_people(r, now_ms);
    look_at_host(r, now_ms);
    look_at_votes(r, now_ms);
}

static int64_t sooner(int64_t a, int64_t b)
{
    if (a == KN_NEVER || b == KN_NEVER)
        return a == KN_NEVER ? b : a;
    return a < b ? a : b;
}

/* When something changes for somebody who is not there. */
static int64_t alarm_of(const room *r, const person *p)
{
    if (!p->away)
        return p->gone_ms + r->house->limits.grace_ms;
    kn_actors seats = seats_in_match(r, p->id);
    int64_t alarm = KN_NEVER;
    if (p->id == r->host)
        alarm = missed_from_ms(r, p);
    bool waits_for_bot = r->settings.away == AWAY_BOT && players_here(r);
    if (seats && (waits_for_bot || asks(r)) && !r->seat[kn_first_actor(seats)].standin &&
        !(seats & r->absent))
        alarm = sooner(alarm, away_long_ms(r, p));
    return alarm;
}

int64_t person_alarm(const room *r)
{
    int64_t soonest = r->guest_count > 0 && r->absent ? r->vote_ends_ms : KN_NEVER;
    for (int i = 0; i < r->people_count && r->guest_count > 0; i++)
        if (r->people[i].guests == 0)
            soonest = sooner(soonest, alarm_of(r, &r->people[i]));
    return soonest;
}
