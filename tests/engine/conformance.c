/* conformance.c: the promises every game keeps, checked for all games on random matches at every
 * number of seats with random options. One test is one promise for one game; a promise is a
 * function that looks at one state and the event about to happen. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

enum { MATCHES_A_SEAT_COUNT = 50, EVENTS_MOST = 20000, TRIES = 4 };

typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} any_state;

/* A promise is asked about every moment of a match; at the end of a match `event` is NULL. */
typedef struct {
    const kn_game *game;
    const any_state *state;
    const kn_event *event;
    kn_random *random;
    int seats;
} moment;

typedef void promise(const moment *m);

static const char *position_of(const kn_game *game, const void *state)
{
    static char position[KN_POSITION_MAX];
    kn_text text = kn_text_on(position, sizeof position);
    game->write_position(state, &text);
    return position;
}

#define HOLDS(m, fact)                                                                             \
    do {                                                                                           \
        if (!(fact))                                                                               \
            fail_msg("%s: not so: %s  at  %s", (m)->game->key, #fact,                              \
                     position_of((m)->game, (m)->state));                                          \
    } while (0)

static bool same_state(const kn_game *game, const any_state *a, const any_state *b)
{
    return memcmp(a, b, game->state_bytes) == 0;
}

static any_state after(const moment *m, const kn_event *event)
{
    any_state next = *m->state;
    HOLDS(m, m->game->apply(&next, event) == KN_OK);
    return next;
}

static any_state view_of(const moment *m, const any_state *state, int who)
{
    any_state seen;
    memset(&seen, 0, sizeof seen);
    m->game->view(state, who, &seen);
    return seen;
}

/* Everyone who looks: the seats, and a watcher in place of the one behind the last. */
static int looker(const moment *m, int i)
{
    return i < m->seats ? i : KN_WATCHER;
}

/* The full state, or someone's view of it; texts are long, so one at a time. */
static any_state truth_or_view(const moment *m)
{
    uint32_t pick = kn_random_below(m->random, (uint32_t)m->seats + 2);
    return pick == 0 ? *m->state : view_of(m, m->state, looker(m, (int)pick - 1));
}

/* Every move of the actor of this moment's event: listed moves, or outcomes. */
static int alternatives(const moment *m, kn_move *out)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (m->event->actor != KN_CHANCE)
        return m->game->moves(m->state, m->event->actor, out);
    int count = m->game->outcomes(m->state, outcomes);
    for (int i = 0; i < count; i++)
        out[i] = outcomes[i].move;
    return count;
}

/* ---- the promises ---- */

static kn_move wild_move(const moment *m)
{
    uint64_t r = kn_random_next(m->random);
    switch (r >> 60 & 3) {
    case 0: return (kn_move)r;
    case 1: return (kn_move)(r & 31);
    case 2: return m->event->move ^ 1u << (r & 31);
    default: return m->event->move;
    }
}

static int64_t wild_time(const moment *m, int64_t sensible)
{
    static const int64_t odd[] = {INT64_MIN, -1, 0, 1, KN_TIME_MAX, KN_TIME_MAX + 1, INT64_MAX};
    uint32_t pick = kn_random_below(m->random, 20);
    return pick < 7 ? odd[pick] : sensible + (int64_t)pick - 10;
}

static void refusing_changes_nothing(const moment *m)
{
    for (int i = 0; m->event && i < TRIES; i++) {
        any_state next = *m->state;
        kn_event event = *m->event;
        event.move = wild_move(m);
        event.at_ms = wild_time(m, event.at_ms);
        event.acted_ms = wild_time(m, event.acted_ms);
        if (kn_random_below(m->random, 3) == 0)
            event.actor = (uint8_t)kn_random_below(m->random, 12);
        kn_actors due = m->game->to_act(m->state);
        if (m->game->apply(&next, &event) != KN_OK)
            HOLDS(m, same_state(m->game, &next, m->state));
        else
            HOLDS(m, event.actor <= KN_CLOCK && due & KN_ACTOR(event.actor));
    }
}

static int by_value(const void *a, const void *b)
{
    kn_move x = *(const kn_move *)a, y = *(const kn_move *)b;
    return (x > y) - (x < y);
}

/* Moves from the clock's alarm on are the clock's; before it, everyone else's. */
static void accepts_all(const moment *m, int who, kn_move *moves, int count)
{
    int64_t alarm = m->game->alarm(m->state);
    HOLDS(m, count > 0 && count <= KN_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        kn_event event = {.actor = (uint8_t)who, .move = moves[i]};
        event.at_ms = event.acted_ms = alarm == KN_NEVER ? m->event->at_ms : alarm;
        after(m, &event);
    }
    qsort(moves, (size_t)count, sizeof *moves, by_value);
    for (int i = 1; i < count; i++)
        HOLDS(m, moves[i] != moves[i - 1]);
}

static void whoever_is_due_can_act(const moment *m)
{
    kn_actors due = m->game->to_act(m->state);
    kn_move moves[KN_MOVES_MAX];
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    HOLDS(m, (due != 0) == (m->event != NULL));
    HOLDS(m, due >> (KN_CLOCK + 1) == 0 && (due & 0xff) >> m->seats == 0);
    HOLDS(m, !(due & KN_ACTOR(KN_CHANCE)) || due == KN_ACTOR(KN_CHANCE));
    for (int who = 0; who < KN_SEATS_MAX; who++)
        if (!(due & KN_ACTOR(who)))
            HOLDS(m, m->game->moves(m->state, who, moves) == 0);
    if (due == KN_ACTOR(KN_CHANCE)) {
        int count = m->game->outcomes(m->state, outcomes);
        HOLDS(m, count <= KN_OUTCOMES_MAX);
        for (int i = 0; i < count; i++) {
            HOLDS(m, outcomes[i].weight > 0 && outcomes[i].weight < 1u << 24);
            moves[i] = outcomes[i].move;
        }
        accepts_all(m, KN_CHANCE, moves, count);
        return;
    }
    HOLDS(m, m->game->outcomes(m->state, outcomes) == 0);
    for (kn_actors rest = due; rest; rest &= (kn_actors)(rest - 1)) {
        int who = kn_first_actor(rest);
        accepts_all(m, who, moves, m->game->moves(m->state, who, moves));
    }
}

static void a_view_has_the_moves_of_the_state(const moment *m)
{
    for (int seat = 0; seat < m->seats; seat++) {
        kn_move here[KN_MOVES_MAX], there[KN_MOVES_MAX];
        any_state seen = view_of(m, m->state, seat);
        int count = m->game->moves(m->state, seat, here);
        HOLDS(m, m->game->moves(&seen, seat, there) == count);
        HOLDS(m, memcmp(here, there, (size_t)count * sizeof *here) == 0);
        HOLDS(m, !(m->game->to_act(m->state) & KN_ACTOR(seat)) ==
                     !(m->game->to_act(&seen) & KN_ACTOR(seat)));
    }
}

static void a_view_of_a_view_is_that_view(const moment *m)
{
    for (int i = 0; i <= m->seats; i++) {
        any_state once = view_of(m, m->state, looker(m, i));
        any_state twice = view_of(m, &once, looker(m, i));
        HOLDS(m, same_state(m->game, &once, &twice));
    }
}

/* What is hidden from someone could have been anything else, as far as they can tell; what is
 * unseen has not happened at all. */
static void hidden_events_tell_nothing(const moment *m)
{
    kn_move other[KN_MOVES_MAX];
    for (int i = 0; m->event && i <= m->seats; i++) {
        int who = looker(m, i);
        kn_sight sight = m->game->seen(m->state, m->event, who);
        if (sight == KN_SEEN)
            continue;
        HOLDS(m, m->event->actor != who);
        any_state next = after(m, m->event), seen = view_of(m, &next, who);
        any_state before = view_of(m, m->state, who);
        if (sight == KN_UNSEEN)
            HOLDS(m, same_state(m->game, &before, &seen));
        int count = alternatives(m, other);
        for (int k = 0; k < count; k++) {
            kn_event swapped = *m->event;
            swapped.move = other[k];
            any_state instead = after(m, &swapped), seen_instead = view_of(m, &instead, who);
            HOLDS(m, m->game->seen(m->state, &swapped, who) == sight);
            HOLDS(m, same_state(m->game, &seen, &seen_instead));
        }
    }
}

/* And the other way round: if someone's view does not tell two moves apart, what they see of the
 * event must not either. */
static void seen_events_tell_no_more_than_the_view(const moment *m)
{
    kn_move other[KN_MOVES_MAX];
    int count = m->event ? alternatives(m, other) : 0;
    kn_event swapped = m->event ? *m->event : (kn_event){0};
    swapped.move = count ? other[kn_random_below(m->random, (uint32_t)count)] : 0;
    if (count == 0 || swapped.move == m->event->move)
        return;
    any_state next = after(m, m->event), instead = after(m, &swapped);
    for (int i = 0; i <= m->seats; i++) {
        int who = looker(m, i);
        any_state seen = view_of(m, &next, who), seen_instead = view_of(m, &instead, who);
        if (m->game->seen(m->state, m->event, who) == KN_SEEN && m->event->actor != who)
            HOLDS(m, !same_state(m->game, &seen, &seen_instead));
    }
}

/* What the rules answer to somebody must follow from what that somebody sees. */
static void answers_alike(const moment *m, const any_state *seen, const kn_event *event)
{
    any_state truth = *m->state, view = *seen;
    kn_refusal here = m->game->apply(&truth, event), there = m->game->apply(&view, event);
    if (here != there)
        fail_msg("%s: answered %d, and %d by the view, at %s", m->game->key, here, there,
                 position_of(m->game, m->state));
}

/* Dice that `who` will see fall, as somebody with real ones may say them: all that are possible as
 * far as they know, and some that are not. */
static void dice_answer_as_seen(const moment *m, const any_state *seen, int who)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_event event = *m->event;
    event.actor = KN_CHANCE;
    int count = m->game->outcomes(seen, outcomes);
    for (int i = 0; i < count + TRIES; i++) {
        event.move = i < count ? outcomes[i].move : wild_move(m);
        if (m->game->seen(m->state, &event, who) == KN_SEEN)
            answers_alike(m, seen, &event);
    }
}

static void answers_follow_from_the_view(const moment *m)
{
    for (int who = 0; m->event && who < m->seats; who++) {
        any_state seen = view_of(m, m->state, who);
        kn_event event = *m->event;
        event.actor = (uint8_t)who;
        for (int i = 0; i < TRIES; i++) {
            event.move = wild_move(m);
            answers_alike(m, &seen, &event);
        }
        if (m->game->to_act(m->state) & KN_ACTOR(KN_CHANCE))
            dice_answer_as_seen(m, &seen, who);
    }
}

static void order_of_simultaneous_moves_is_nothing(const moment *m)
{
    kn_actors due = (kn_actors)(m->game->to_act(m->state) & 0xff);
    kn_move moves[KN_MOVES_MAX];
    if (!m->event || m->event->actor >= KN_CHANCE || !(due & (due - 1)))
        return;
    for (int other = 0; other < m->seats; other++) {
        if (other == m->event->actor || !(due & KN_ACTOR(other)))
            continue;
        int count = m->game->moves(m->state, other, moves);
        kn_event theirs = *m->event;
        theirs.actor = (uint8_t)other;
        theirs.move = moves[kn_random_below(m->random, (uint32_t)count)];
        any_state one = after(m, m->event), two = after(m, &theirs);
        HOLDS(m, m->game->apply(&one, &theirs) == KN_OK);
        HOLDS(m, m->game->apply(&two, m->event) == KN_OK);
        HOLDS(m, same_state(m->game, &one, &two));
    }
}

static void moves_round_trip(const moment *m)
{
    kn_move moves[KN_MOVES_MAX];
    int count = m->event ? alternatives(m, moves) : 0;
    for (int i = 0; i < count; i++) {
        char line[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(line, sizeof line);
        kn_move read;
        m->game->write_move(m->state, m->event->actor, moves[i], &text);
        HOLDS(m, !text.cut && text.length > 0);
        HOLDS(m, m->game->read_move(m->state, m->event->actor, kn_slice_of(line), &read) == KN_OK);
        HOLDS(m, read == moves[i]);
    }
}

static void positions_round_trip(const moment *m)
{
    any_state seen = truth_or_view(m), read;
    char line[KN_POSITION_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    memset(&read, 0x5a, sizeof read);
    m->game->write_position(&seen, &text);
    HOLDS(m, !text.cut);
    if (m->game->read_position(kn_slice_of(line), &read) != KN_OK)
        fail_msg("%s: not read back: %s", m->game->key, line);
    if (!same_state(m->game, &seen, &read))
        fail_msg("%s: read back differently: %s", m->game->key, line);
}

static void descriptions_are_json(const moment *m)
{
    any_state seen = truth_or_view(m);
    char buffer[KN_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    m->game->describe(&seen, &json);
    kn_json_end_object(&json);
    HOLDS(m, kn_json_whole(&json));
    if (kn_random_below(m->random, 8) != 0)
        return;
    json_t *root = json_loads(buffer, JSON_REJECT_DUPLICATES, NULL);
    if (!root)
        fail_msg("%s: not JSON: %s", m->game->key, buffer);
    json_decref(root);
}

/* What came of an event is the same for all who see it, so it tells nobody anything hidden. */
static void upshots_are_the_same_for_all(const moment *m)
{
    char texts[2][KN_DESCRIBE_MAX];
    if (!m->event || !m->game->upshot)
        return;
    any_state next = after(m, m->event);
    for (int i = -1; i <= m->seats; i++) {
        int who = i < 0 ? KN_WATCHER : looker(m, i);
        kn_json json = kn_json_on(texts[i >= 0], KN_DESCRIBE_MAX);
        any_state before = view_of(m, m->state, who), then = view_of(m, &next, who);
        if (i < 0)
            before = *m->state, then = next;
        else if (m->game->seen(m->state, m->event, who) != KN_SEEN)
            continue;
        kn_json_object(&json, NULL);
        bool any = m->game->upshot(&before, m->event, &then, &json);
        HOLDS(m, any == (json.text.length > 1));
        kn_json_end_object(&json);
        HOLDS(m, kn_json_whole(&json));
        HOLDS(m, i < 0 || strcmp(texts[0], texts[1]) == 0);
    }
}

/* Change a text a little: a byte here, a piece there. */
static void garble(char *line, kn_random *random)
{
    size_t length = strlen(line);
    for (uint32_t n = kn_random_below(random, 3); length > 0; n--) {
        size_t at = kn_random_below(random, (uint32_t)length);
        if (kn_random_below(random, 3) == 0)
            line[at] = "0123456789-=,. ?"[kn_random_below(random, 16)];
        else if (kn_random_below(random, 2) == 0)
            line[at] = (char)kn_random_next(random);
        else
            memmove(line + at, line + at + 1, length-- - at);
        if (n == 0)
            break;
    }
}

static void no_text_does_harm(const moment *m)
{
    char line[KN_POSITION_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    any_state read = *m->state;
    kn_event event;
    if (kn_random_below(m->random, 8) != 0)
        return;
    m->game->write_position(m->state, &text);
    garble(line, m->random);
    if (m->game->read_position(kn_slice_of(line), &read) != KN_OK) {
        HOLDS(m, same_state(m->game, &read, m->state));
    } else {
        kn_random_match(m->game, &read, m->random, 300);
        position_of(m->game, &read);
    }
    if (!m->event)
        return;
    text = kn_text_on(line, sizeof line);
    m->game->write_move(m->state, m->event->actor, m->event->move, &text);
    garble(line, m->random);
    event = *m->event;
    read = *m->state;
    if (m->game->read_move(&read, event.actor, kn_slice_of(line), &event.move) == KN_OK)
        m->game->apply(&read, &event);
}

static void somebody_wins_at_the_end(const moment *m)
{
    kn_actors winners = m->game->result(m->state);
    if (m->event)
        HOLDS(m, winners == 0);
    else
        HOLDS(m, winners != 0 && winners >> m->seats == 0);
}

static void a_guess_looks_like_the_truth(const moment *m)
{
    kn_event event;
    for (int i = 0; m->game->guess && i <= m->seats; i++) {
        int who = looker(m, i);
        any_state seen = view_of(m, m->state, who), guessed = seen;
        m->game->guess(&guessed, who, m->random);
        any_state seen_again = view_of(m, &guessed, who);
        HOLDS(m, same_state(m->game, &seen, &seen_again));
        int64_t now_ms = m->event ? m->event->at_ms : 0;
        for (int n = 0; n < 20; n++) {
            if (!kn_random_event(m->game, &guessed, m->random, &now_ms, &event))
                break;
            HOLDS(m, m->game->apply(&guessed, &event) == KN_OK);
        }
    }
}

static void the_salt_is_not_looked_at(const moment *m)
{
    if (!m->event)
        return;
    kn_event salted = *m->event;
    salted.salt = kn_random_next(m->random);
    any_state one = after(m, m->event), two = after(m, &salted);
    HOLDS(m, same_state(m->game, &one, &two));
}

/* ---- the walk ---- */

typedef struct {
    const kn_game *game;
    promise *keep;
} pledge;

static void walk(const pledge *p, const kn_setup *setup, kn_random *random)
{
    any_state state;
    kn_event event;
    int64_t now_ms = 0;
    moment m = {p->game, &state, &event, random, setup->seats};
    memset(&state, 0, sizeof state);
    assert_int_equal(p->game->start(setup, &state), KN_OK);
    for (int n = 0; n < EVENTS_MOST; n++) {
        if (!kn_random_event(p->game, &state, random, &now_ms, &event)) {
            m.event = NULL;
            p->keep(&m);
            return;
        }
        p->keep(&m);
        if (p->game->apply(&state, &event) != KN_OK)
            fail_msg("%s: refused at %s", p->game->key, position_of(p->game, &state));
    }
    fail_msg("%s: a match without end: %s", p->game->key, position_of(p->game, &state));
}

static void test_pledge(void **state)
{
    const pledge *p = *state;
    const char *factor = getenv("KNOBEL_MATCHES");
    int matches = factor ? atoi(factor) : MATCHES_A_SEAT_COUNT;
    kn_random random = kn_random_from(20261115);
    for (int seats = p->game->seats_min; seats <= p->game->seats_max; seats++)
        for (int match = 0; match < matches; match++) {
            kn_setup setup;
            do
                kn_random_setup(p->game, &random, &setup);
            while (setup.seats != seats);
            walk(p, &setup, &random);
        }
}

#define PROMISE(name)                                                                              \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *name;
    promise *keep;
} promises[] = {
    PROMISE(refusing_changes_nothing),
    PROMISE(whoever_is_due_can_act),
    PROMISE(a_view_has_the_moves_of_the_state),
    PROMISE(a_view_of_a_view_is_that_view),
    PROMISE(hidden_events_tell_nothing),
    PROMISE(seen_events_tell_no_more_than_the_view),
    PROMISE(answers_follow_from_the_view),
    PROMISE(order_of_simultaneous_moves_is_nothing),
    PROMISE(moves_round_trip),
    PROMISE(positions_round_trip),
    PROMISE(descriptions_are_json),
    PROMISE(upshots_are_the_same_for_all),
    PROMISE(no_text_does_harm),
    PROMISE(somebody_wins_at_the_end),
    PROMISE(a_guess_looks_like_the_truth),
    PROMISE(the_salt_is_not_looked_at),
};

enum { PROMISES = sizeof promises / sizeof *promises, GAMES_MOST = 16 };

static int add_pledges(const kn_game *game, pledge *pledges, char (*names)[96],
                       struct CMUnitTest *tests, int count)
{
    for (int i = 0; i < PROMISES; i++, count++) {
        snprintf(names[count], sizeof names[count], "%s: %s", game->key, promises[i].name);
        pledges[count] = (pledge){game, promises[i].keep};
        tests[count] = (struct CMUnitTest){names[count], test_pledge, NULL, NULL, &pledges[count]};
    }
    return count;
}

#define POINTER(name) &name##_game,
static const kn_game *const hidden[] = {GAMES_HIDDEN(POINTER) NULL};

/* With the key of a game as argument: only that one. */
int main(int argc, char **argv)
{
    static pledge pledges[GAMES_MOST * PROMISES];
    static char names[GAMES_MOST * PROMISES][96];
    static struct CMUnitTest tests[GAMES_MOST * PROMISES];
    int count = 0;
    for (int i = 0; kn_games[i]; i++)
        if (argc < 2 || strcmp(argv[1], kn_games[i]->key) == 0)
            count = add_pledges(kn_games[i], pledges, names, tests, count);
    for (int i = 0; hidden[i]; i++)
        if (argc < 2 || strcmp(argv[1], hidden[i]->key) == 0)
            count = add_pledges(hidden[i], pledges, names, tests, count);
    return _cmocka_run_group_tests("conformance", tests, (size_t)count, NULL, NULL);
}
