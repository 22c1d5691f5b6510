/* fair_time.c: how fair fair time is: people, devices and connections simulated around the real
 * table and the real judge. Prints the tables of docs/fair-time.md; `make fair-time` runs it.
 *
 * Not a test: nothing here can fail. No clock is read, and one seed gives all figures again. Hands
 * are the bots' (games/yubitsume/bot.c); what is true is the time from the light of the dice to the
 * press, as only the simulation can know it.
 *
 * Needs the games: yubitsume */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/hands.h"
#include "games/games.h"
#include "games/yubitsume/rules.h"
#include "house/fair.h"
#include "table/table.h"

enum { SEED = 1, RACES = 20000, MATCHES = 2000 };

/* The world. */
#define FRAME_MS (1000.0 / 60)
#define PANEL_MS 8.0    /* the light of a painted frame comes so much later at most, by device */
#define SAMPLING_MS 8.0 /* a press is noticed so much later at most */
#define CLOCK_MS 2.0    /* spread of the error of a device's clock, besides uneven ways */
#define UNEVEN 0.2      /* the way down is 40 to 60 per cent of a round trip */
#define KEEPING_MS 2.0  /* dice are on disk after so long at least, and as much again on average */
#define RESENT_MS                                                                                  \
    200.0 /* a lost message is sent again after this and a round trip, then twice …              \
           */
#define EARLIEST_MS 110 /* what liars claim at least, so as not to start too early */
#define PAUSE_MS 3000   /* between two throws */

/* The house, as recommended. */
#define CAP_MS 200
#define LEAD_MS 150

/* ---- who sits there ---- */

/* A seat: its connection, and what its device does that it should not. */
typedef struct {
    double trip_ms;   /* the shortest round trip */
    double jitter_ms; /* comes on top of the way up on average; half of it on the way down */
    double loss;      /* share of messages that have to be sent again */
    bool silent;      /* claims nothing */
    double less_ms;   /* claims so much less than it was */
    double pongs_ms;  /* answers pings so much later */
    bool peeks;       /* shows the dice as soon as they are there */
} seat_line;

typedef enum { BY_ARRIVAL, BY_CLAIM, BY_FAIR_TIME, JUDGES } judge;

/* How long before they are shown the dice are sent: always the same, as the farthest seat needs it,
 * or to each seat when that one needs them. */
typedef enum { LEAD_FIXED, LEAD_AS_NEEDED, LEAD_EACH } lead;

typedef struct {
    judge judge;
    int64_t cap_ms, lead_ms;
    lead lead;
    int bar_ms; /* added to every error */
} house_ways;
static const house_ways recommended = {BY_FAIR_TIME, CAP_MS, LEAD_MS, LEAD_AS_NEEDED, 0};

/* What a connection and a device happen to be like. */
typedef struct {
    double down_ms, up_ms; /* the shortest ways */
    double clock_ms;       /* how late its clock is */
    double panel_ms;
    fair_trips trips;
} device;

typedef struct {
    table table;
    kn_random random;
    const seat_line *line;
    device device[YUBITSUME_SEATS];
    bot bot[YUBITSUME_SEATS];
    int seats, level;
} sitting;

static double even(sitting *s, double below)
{
    return below * (double)(kn_random_next(&s->random) >> 11) / 9007199254740992.0;
}

/* One message on its way; what is lost is sent again, later every time. */
static double way_ms(sitting *s, const seat_line *line, double shortest_ms, double jitter_ms)
{
    double ms = shortest_ms + jitter_ms * hands_exponential(&s->random);
    for (double wait_ms = RESENT_MS + line->trip_ms; even(s, 1) < line->loss; wait_ms *= 2)
        ms += wait_ms;
    return ms;
}

static double down_ms(sitting *s, int seat)
{
    return way_ms(s, &s->line[seat], s->device[seat].down_ms, s->line[seat].jitter_ms / 2);
}

static double up_ms(sitting *s, int seat)
{
    return way_ms(s, &s->line[seat], s->device[seat].up_ms, s->line[seat].jitter_ms);
}

static void measure(sitting *s, int seat)
{
    for (int i = 0; i < FAIR_TRIPS; i++)
        fair_measured(&s->device[seat].trips,
                      down_ms(s, seat) + up_ms(s, seat) + s->line[seat].pongs_ms);
}

/* A device takes half of a round trip for the way down: on uneven ways its clock is wrong. */
static void meet(sitting *s, int seat)
{
    device *d = &s->device[seat];
    double trip_ms = s->line[seat].trip_ms;
    memset(d, 0, sizeof *d);
    d->down_ms = trip_ms * (0.5 - UNEVEN / 2 + even(s, UNEVEN));
    d->up_ms = trip_ms - d->down_ms;
    d->clock_ms = (d->down_ms - d->up_ms) / 2 + CLOCK_MS * hands_normal(&s->random);
    d->panel_ms = even(s, PANEL_MS);
    s->bot[seat] = bot_open(&yubitsume_game, seat, s->level, kn_random_next(&s->random));
}

static void sit_down(sitting *s)
{
    static char text[TABLE_LOG_MAX];
    static table_mark marks[TABLE_EVENTS_MAX];
    table_log log = {
        .text = text, .size = sizeof text, .marks = marks, .capacity = TABLE_EVENTS_MAX};
    table_plan plan = {.game = &yubitsume_game};
    kn_setup_initial(plan.game, s->seats, &plan.setup);
    plan.setup.option[YUBITSUME_OPTION_FIRST] = KN_FIRST_DRAWN;
    for (size_t i = 0; i < sizeof plan.secret; i++)
        plan.secret[i] = (uint8_t)kn_random_next(&s->random);
    for (int seat = 0; seat < s->seats; seat++) {
        snprintf(plan.seat[seat].name, sizeof plan.seat[seat].name, "%d", seat + 1);
        meet(s, seat);
    }
    if (table_open(&s->table, &plan, log))
        abort();
}

/* ---- a throw ---- */

typedef struct {
    int seat;
    kn_move move;
    double reaction_ms; /* the truth */
    double after_ms;    /* what the device says */
    double arrived_ms;
} slap;

static const yubitsume_state *state_of(const table *t)
{
    return (const yubitsume_state *)&t->state;
}

static void play(table *t, int seat, kn_move move, const table_act *act)
{
    char name[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(name, sizeof name);
    t->plan.game->write_move(&t->state, seat, move, &text);
    table_answer answer = table_play(t, seat, (kn_slice){name, text.length}, act);
    if (answer && answer != KN_TOO_LATE)
        abort();
}

/* A move in which time does not count: the throw, the ring. */
static void play_now(table *t, int seat, kn_move move, int64_t now_ms)
{
    table_act act = {.now_ms = now_ms, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER};
    play(t, seat, move, &act);
}

static int64_t table_lead_ms(const sitting *s, const house_ways *ways)
{
    int64_t longest_ms = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int64_t ms = fair_lead(&s->device[seat].trips, ways->lead_ms);
        longest_ms = ms > longest_ms ? ms : longest_ms;
    }
    return ways->lead == LEAD_FIXED ? ways->lead_ms : longest_ms;
}

/* The dice leave the house at `sent_ms`; the rest is the device's and the hand's. */
static slap make_slap(sitting *s, int seat, double sent_ms, double shown_ms, kn_move move,
                      int64_t delay_ms)
{
    const seat_line *line = &s->line[seat];
    const device *d = &s->device[seat];
    double got_ms = sent_ms + down_ms(s, seat);
    double ready_ms = line->peeks ? got_ms : fmax(got_ms, shown_ms + d->clock_ms);
    double painted_ms = ready_ms + even(s, FRAME_MS);
    double reaction_ms = (double)delay_ms + even(s, 1);
    double press_ms = painted_ms + d->panel_ms + reaction_ms;
    if (line->peeks)
        press_ms = fmax(press_ms, shown_ms + EARLIEST_MS);
    double noticed_ms = press_ms + even(s, SAMPLING_MS);
    double after_ms = noticed_ms - (line->peeks ? fmax(painted_ms, shown_ms) : painted_ms);
    if (line->less_ms > 0)
        after_ms = fmax(after_ms - line->less_ms, fmin(after_ms, EARLIEST_MS));
    return (slap){seat, move, reaction_ms, line->silent ? -1 : after_ms,
                  noticed_ms + up_ms(s, seat)};
}

static int by_arrival(const void *a, const void *b)
{
    double x = ((const slap *)a)->arrived_ms, y = ((const slap *)b)->arrived_ms;
    return (x > y) - (x < y);
}

/* All slaps at the dice that lie there, in the order of their arrival. The dice are on disk at
 * `kept_ms`. */
static int make_slaps(sitting *s, const house_ways *ways, double kept_ms, slap *out)
{
    const yubitsume_state *state = state_of(&s->table);
    int count = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int64_t delay_ms, lead_ms = fair_lead(&s->device[seat].trips, ways->lead_ms);
        double sent_ms = kept_ms;
        table_state view;
        if (!(state->now.in >> seat & 1))
            continue;
        if (ways->lead == LEAD_EACH)
            sent_ms = fmax(kept_ms, (double)(state->shown_ms - lead_ms));
        table_view(&s->table, seat, &view);
        kn_move move = yubitsume_bot.choose(&s->bot[seat], &view, &delay_ms);
        if (delay_ms != KN_NEVER)
            out[count++] = make_slap(s, seat, sent_ms, (double)state->shown_ms, move, delay_ms);
    }
    qsort(out, (size_t)count, sizeof *out, by_arrival);
    return count;
}

static fair_belief believe(const sitting *s, const house_ways *ways, const slap *one)
{
    int64_t shown_ms = state_of(&s->table)->shown_ms, arrived_ms = (int64_t)one->arrived_ms;
    fair_belief belief = {arrived_ms, KN_NEVER, FAIR_ERROR_MS};
    if (ways->judge == BY_FAIR_TIME)
        belief = fair_judge(&s->device[one->seat].trips, shown_ms, one->after_ms, arrived_ms,
                            ways->cap_ms);
    else if (ways->judge == BY_CLAIM && one->after_ms >= 0)
        belief.acted_ms = (int64_t)fmin((double)arrived_ms, rint((double)shown_ms + one->after_ms));
    belief.error_ms = (uint16_t)(belief.error_ms + ways->bar_ms);
    return belief;
}

/* All wait for the cap; what comes later does not count. */
static void judge_slaps(sitting *s, const house_ways *ways, const slap *slaps, int count)
{
    table *t = &s->table;
    const yubitsume_state *state = state_of(t);
    int64_t end_ms = state->shown_ms + state->setup.option[YUBITSUME_OPTION_WINDOW] + ways->cap_ms;
    for (int i = 0; i < count && (int64_t)slaps[i].arrived_ms < end_ms; i++) {
        fair_belief belief = believe(s, ways, &slaps[i]);
        table_act act = {(int64_t)slaps[i].arrived_ms, belief.acted_ms, belief.claimed_ms,
                         belief.error_ms, 0};
        play(t, slaps[i].seat, slaps[i].move, &act);
    }
    if (state->phase == YUBITSUME_WINDOW)
        table_tick(t, end_ms);
}

/* Somebody throws, everybody sees it, and hands come down. */
static int throw_dice(sitting *s, const house_ways *ways, slap *slaps)
{
    table *t = &s->table;
    int64_t now_ms = t->last_ms + PAUSE_MS;
    for (int seat = 0; seat < s->seats; seat++)
        measure(s, seat);
    t->lead_ms = table_lead_ms(s, ways);
    t->patience_ms = ways->cap_ms;
    play_now(t, state_of(t)->turn, YUBITSUME_THROW, now_ms);
    double keeping_ms = KEEPING_MS * (1 + hands_exponential(&s->random));
    return make_slaps(s, ways, (double)now_ms + keeping_ms, slaps);
}

/* ---- races: who was first, and who was called first ---- */

typedef struct {
    int races;
    int alone, tied, beaten;       /* the one who was first is safe alone, with others, or not */
    int robbed[YUBITSUME_SEATS];   /* who that was */
    int only[YUBITSUME_SEATS];     /* how often each seat was safe alone */
    double share[YUBITSUME_SEATS]; /* likewise, what is tied split */
} tally;

/* The seat that was first with a right slap; -1 unless there were two of those. */
static int truly_first(const sitting *s, const slap *slaps, int count)
{
    const yubitsume_state *state = state_of(&s->table);
    unsigned right = yubitsume_case_of(YUBITSUME_BASIC, state->now.dice).right;
    const slap *first = NULL;
    int able = 0;
    for (int i = 0; i < count; i++) {
        if (!(right >> (slaps[i].move - YUBITSUME_HIT) & 1) ||
            slaps[i].reaction_ms < YUBITSUME_FALSE_START_MS)
            continue;
        able++;
        if (!first || slaps[i].reaction_ms < first->reaction_ms)
            first = &slaps[i];
    }
    return able > 1 ? first->seat : -1;
}

/* At a new table who lost no finger is safe. */
static void count_race(tally *sum, const sitting *s, int first)
{
    const yubitsume_state *state = state_of(&s->table);
    int safe = 0;
    for (int seat = 0; seat < s->seats; seat++)
        safe += !state->lost[seat];
    for (int seat = 0; seat < s->seats; seat++) {
        sum->only[seat] += safe == 1 && !state->lost[seat];
        sum->share[seat] += state->lost[seat] ? 0 : 1.0 / safe;
    }
    sum->races++;
    sum->beaten += state->lost[first] != 0;
    sum->robbed[first] += state->lost[first] != 0;
    sum->alone += !state->lost[first] && safe == 1;
    sum->tied += !state->lost[first] && safe > 1;
}

/* Every race at a new table with new devices; each way of the house judges the same slaps. The dice
 * are sent as the first one says. */
static void run_races(const seat_line *line, int seats, int level, const house_ways *ways,
                      int ways_count, int races, tally *sums)
{
    static sitting s;
    s = (sitting){.line = line, .seats = seats, .level = level, .random = kn_random_from(SEED)};
    memset(sums, 0, (size_t)ways_count * sizeof *sums);
    while (sums[0].races < races) {
        slap slaps[YUBITSUME_SEATS];
        sit_down(&s);
        int count = throw_dice(&s, &ways[0], slaps), first = truly_first(&s, slaps, count);
        table thrown = s.table;
        for (int i = 0; i < ways_count && first >= 0; i++) {
            s.table = thrown;
            judge_slaps(&s, &ways[i], slaps, count);
            count_race(&sums[i], &s, first);
        }
    }
}

/* ---- matches ---- */

static int play_match(sitting *s, const house_ways *ways)
{
    table *t = &s->table;
    const yubitsume_state *state = state_of(t);
    sit_down(s);
    while (!table_over(t)) {
        slap slaps[YUBITSUME_SEATS];
        if (state->phase == YUBITSUME_RING) {
            int64_t delay_ms;
            int seat = __builtin_ctz(state->now.in);
            play_now(t, seat, yubitsume_bot.choose(&s->bot[seat], state, &delay_ms), t->last_ms);
            continue;
        }
        int count = throw_dice(s, ways, slaps);
        judge_slaps(s, ways, slaps, count);
    }
    return __builtin_ctz(t->plan.game->result(state));
}

/* How many of so many matches the first seat wins. */
static int run_matches(const seat_line *line, int seats, const house_ways *ways, int matches)
{
    static sitting s;
    int won = 0;
    s = (sitting){
        .line = line, .seats = seats, .level = BOT_STRONG, .random = kn_random_from(SEED)};
    for (int i = 0; i < matches; i++)
        won += play_match(&s, ways) == 0;
    return won;
}

/* ---- the tables ---- */

static int races = RACES, matches = MATCHES;

static double per_cent(double part, double whole)
{
    return 100 * part / whole;
}

static void print_tally(const tally *sum)
{
    printf(" %.1f / %.1f / %.1f |", per_cent(sum->alone, sum->races),
           per_cent(sum->tied, sum->races), per_cent(sum->beaten, sum->races));
}

/* The three judges side by side. */
static void race_all_judges(const seat_line *line, int seats, int level, tally *sums)
{
    house_ways ways[JUDGES];
    for (int i = 0; i < JUDGES; i++) {
        ways[i] = recommended;
        ways[i].judge = (judge)i;
    }
    run_races(line, seats, level, ways, JUDGES, races, sums);
}

static void print_judges(const seat_line *line, int seats, int level)
{
    tally sums[JUDGES];
    race_all_judges(line, seats, level, sums);
    for (int i = 0; i < JUDGES; i++)
        print_tally(&sums[i]);
    printf("\n");
}

static void print_connections(void)
{
    static const double trips[][2] = {{20, 20}, {80, 80}, {200, 200}, {20, 200}};
    static const double troubles[][2] = {{0, 0}, {10, 0}, {40, 0}, {10, 0.01}};
    printf("\n## connections\n\n"
           "| round trips | jitter | loss | by arrival | by claim | fair time |\n"
           "|---|---|---|---|---|---|\n");
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            seat_line line[2] = {{.trip_ms = trips[i][0]}, {.trip_ms = trips[i][1]}};
            line[0].jitter_ms = line[1].jitter_ms = troubles[k][0];
            line[0].loss = line[1].loss = troubles[k][1];
            printf("| %.0f, %.0f | %.0f | %.0f %% |", trips[i][0], trips[i][1], troubles[k][0],
                   100 * troubles[k][1]);
            print_judges(line, 2, BOT_STRONG);
        }
}

static void print_seats(void)
{
    static const seat_line line[] = {{.trip_ms = 20, .jitter_ms = 10},
                                     {.trip_ms = 200, .jitter_ms = 10},
                                     {.trip_ms = 80, .jitter_ms = 10},
                                     {.trip_ms = 20, .jitter_ms = 10},
                                     {.trip_ms = 80, .jitter_ms = 10}};
    static const int levels[] = {BOT_REGULAR, BOT_STRONG, BOT_BEST};
    printf("\n## seats and hands\n\n"
           "| seats | hands | by arrival | by claim | fair time |\n|---|---|---|---|---|\n");
    for (int seats = 2; seats <= YUBITSUME_SEATS; seats++)
        for (int k = 0; k < 3; k++) {
            printf("| %d | %s |", seats, bot_levels[levels[k]]);
            print_judges(line, seats, levels[k]);
        }
}

/* What the one who sits far away gets, with one or four near ones. */
static void print_far(void)
{
    static const int seats[] = {2, 5};
    printf(
        "\n## one far away\n\n"
        "| seats | far | by arrival | by claim | fair time | even |\n|---|---|---|---|---|---|\n");
    for (int k = 0; k < 2; k++)
        for (int far = 100; far <= 400; far += 100) {
            seat_line line[YUBITSUME_SEATS];
            tally sums[JUDGES];
            for (int i = 0; i < YUBITSUME_SEATS; i++)
                line[i] = (seat_line){.trip_ms = i ? 20 : far, .jitter_ms = 10};
            race_all_judges(line, seats[k], BOT_STRONG, sums);
            printf("| %d | %d |", seats[k], far);
            for (int i = 0; i < JUDGES; i++)
                printf(" %.1f |", per_cent(sums[i].share[0], sums[i].races));
            printf(" %.1f |\n", 100.0 / seats[k]);
        }
}

static void print_bars(void)
{
    static const seat_line line[] = {{.trip_ms = 20, .jitter_ms = 10},
                                     {.trip_ms = 200, .jitter_ms = 10}};
    static const int bars[] = {0, 4, 8, 12, 16};
    static const int levels[] = {BOT_REGULAR, BOT_STRONG, BOT_BEST};
    printf("\n## the error bar\n\n| hands |");
    for (int i = 0; i < 5; i++)
        printf(" %d ms |", bars[i]);
    printf("\n|---|---|---|---|---|---|\n");
    for (int k = 0; k < 3; k++) {
        house_ways ways[5];
        tally sums[5];
        for (int i = 0; i < 5; i++) {
            ways[i] = recommended;
            ways[i].bar_ms = bars[i] - FAIR_ERROR_MS;
        }
        run_races(line, 2, levels[k], ways, 5, races, sums);
        printf("| %s |", bot_levels[levels[k]]);
        for (int i = 0; i < 5; i++)
            print_tally(&sums[i]);
        printf("\n");
    }
}

/* The first seat against a second one that has the same hand: races, then matches. */
#define DUEL_HEAD " alone | the other alone | tied | the other robbed | wins |"
#define DUEL_RULE "---|---|---|---|---|"
static void print_duel(const seat_line *line, const house_ways *ways)
{
    tally sum;
    run_races(line, 2, BOT_STRONG, ways, 1, races, &sum);
    int won = run_matches(line, 2, ways, matches);
    printf(" %.1f | %.1f | %.1f | %.1f | %.1f |", per_cent(sum.only[0], sum.races),
           per_cent(sum.only[1], sum.races),
           per_cent(sum.races - sum.only[0] - sum.only[1], sum.races),
           per_cent(sum.robbed[1], sum.races), per_cent(won, matches));
}

static void print_honest_duels(void)
{
    static const struct {
        const char *what;
        seat_line line[2];
    } rows[] = {
        {"both 20", {{.trip_ms = 20}, {.trip_ms = 20}}},
        {"200 against 20", {{.trip_ms = 200}, {.trip_ms = 20}}},
        {"300 against 20", {{.trip_ms = 300}, {.trip_ms = 20}}},
        {"jitter 10 against 0, both 20", {{.trip_ms = 20, .jitter_ms = 10}, {.trip_ms = 20}}},
        {"jitter 40 against 0, both 20", {{.trip_ms = 20, .jitter_ms = 40}, {.trip_ms = 20}}},
        {"jitter 40 against 0, both 80", {{.trip_ms = 80, .jitter_ms = 40}, {.trip_ms = 80}}},
        {"loss 1 % against 0, both 80", {{.trip_ms = 80, .loss = 0.01}, {.trip_ms = 80}}},
        {"no claims, both 20", {{.trip_ms = 20, .silent = true}, {.trip_ms = 20}}},
        {"no claims, both 80", {{.trip_ms = 80, .silent = true}, {.trip_ms = 80}}},
        {"no claims, both 200", {{.trip_ms = 200, .silent = true}, {.trip_ms = 200}}},
    };
    house_ways naive = recommended;
    naive.judge = BY_ARRIVAL;
    printf("\n## honest duels\n\n| connections |" DUEL_HEAD " wins by arrival |\n|---|" DUEL_RULE
           "---|\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("| %s |", rows[i].what);
        print_duel(rows[i].line, &recommended);
        int won = run_matches(rows[i].line, 2, &naive, matches);
        printf(" %.1f |\n", per_cent(won, matches));
    }
}

/* ---- liars ---- */

#define ALL_OF_IT 100000 /* less than it was: as little as is no false start */

static const struct {
    const char *what;
    seat_line line;
} liars[] = {
    {"nothing: is honest", {.less_ms = 0}},
    {"claims 20 ms less", {.less_ms = 20}},
    {"claims 40 ms less", {.less_ms = 40}},
    {"claims 60 ms less", {.less_ms = 60}},
    {"claims 80 ms less", {.less_ms = 80}},
    {"claims 110 ms, always", {.less_ms = ALL_OF_IT}},
    {"claims nothing", {.silent = true}},
    {"delays pongs by 500 ms", {.pongs_ms = 500}},
    {"delays pongs, claims 60 ms less", {.pongs_ms = 500, .less_ms = 60}},
    {"delays pongs, claims 120 ms less", {.pongs_ms = 500, .less_ms = 120}},
    {"delays pongs, claims 110 ms, always", {.pongs_ms = 500, .less_ms = ALL_OF_IT}},
    {"peeks", {.peeks = true}},
    {"peeks, claims 40 ms less", {.peeks = true, .less_ms = 40}},
    {"peeks, delays pongs", {.peeks = true, .pongs_ms = 500}},
    {"all: peeks, delays pongs, claims 120 ms less",
     {.peeks = true, .pongs_ms = 500, .less_ms = 120}},
};

/* The liar sits on the first seat, and everybody has the same connection. */
static void seat_liar(seat_line *line, const seat_line *liar, double trip_ms)
{
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        line[seat] = seat ? (seat_line){.trip_ms = 0} : *liar;
        line[seat].trip_ms = trip_ms;
        line[seat].jitter_ms = 10;
    }
}

static void print_liars(void)
{
    house_ways credulous = recommended;
    credulous.judge = BY_CLAIM;
    printf("\n## liars\n\n| what the liar does |" DUEL_HEAD
           " wins of five | wins by claim |\n|---|" DUEL_RULE "---|---|\n");
    for (size_t i = 0; i < sizeof liars / sizeof *liars; i++) {
        seat_line line[YUBITSUME_SEATS];
        seat_liar(line, &liars[i].line, 80);
        printf("| %s |", liars[i].what);
        print_duel(line, &recommended);
        int of_five = run_matches(line, YUBITSUME_SEATS, &recommended, matches);
        int by_claim = run_matches(line, 2, &credulous, matches);
        printf(" %.1f | %.1f |\n", per_cent(of_five, matches), per_cent(by_claim, matches));
    }
}

/* What claims that are only trimmed win, by distance. */
static void print_trims(void)
{
    static const double trips[] = {20, 80, 200};
    printf("\n## trimmed claims\n\n| round trip of both |");
    for (int less_ms = 0; less_ms <= 120; less_ms += 20)
        printf(" %d less |", less_ms);
    printf("\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < 3; i++) {
        printf("| %.0f |", trips[i]);
        for (int less_ms = 0; less_ms <= 120; less_ms += 20) {
            seat_line line[YUBITSUME_SEATS], liar = {.less_ms = less_ms};
            seat_liar(line, &liar, trips[i]);
            printf(" %.1f |", per_cent(run_matches(line, 2, &recommended, matches), matches));
        }
        printf("\n");
    }
}

/* What somebody so far away gets against somebody near, a tie split. */
static double far_share(double far_ms, const house_ways *ways)
{
    seat_line line[2] = {{.trip_ms = far_ms, .jitter_ms = 10}, {.trip_ms = 20, .jitter_ms = 10}};
    tally sum;
    run_races(line, 2, BOT_STRONG, ways, 1, races, &sum);
    return per_cent(sum.share[0], sum.races);
}

/* The liar is near, delays pongs and claims about as much less as the cap lets through. */
static void print_caps(void)
{
    enum { NEAR_MS = 20, LEFT_MS = 40 };
    printf("\n## the cap\n\n| cap | far 200 | far 300 | far 400 |" DUEL_HEAD
           "\n|---|---|---|---|" DUEL_RULE "\n");
    for (int cap_ms = 100; cap_ms <= 300; cap_ms += 50) {
        house_ways ways = recommended;
        seat_line line[YUBITSUME_SEATS], liar = {.pongs_ms = 500, .less_ms = cap_ms - LEFT_MS};
        ways.cap_ms = cap_ms;
        seat_liar(line, &liar, NEAR_MS);
        printf("| %d | %.1f | %.1f | %.1f |", cap_ms, far_share(200, &ways), far_share(300, &ways),
               far_share(400, &ways));
        print_duel(line, &ways);
        printf("\n");
    }
}

/* A peeker among near ones, among people 80 ms away, and near against somebody far. */
static void print_leads(void)
{
    static const struct {
        const char *what;
        int64_t lead_ms;
        lead lead;
    } rows[] = {
        {"0", 0, LEAD_FIXED},
        {"50", 50, LEAD_FIXED},
        {"100", 100, LEAD_FIXED},
        {"150", 150, LEAD_FIXED},
        {"300", 300, LEAD_FIXED},
        {"as needed, at most 150", 150, LEAD_AS_NEEDED},
        {"to each as needed, at most 150", 150, LEAD_EACH},
    };
    static const double trips[][2] = {{20, 20}, {80, 80}, {20, 200}};
    printf("\n## the lead\n\n"
           "| lead | far 200 | far 300 | peeker 20, 20 | 80, 80 | 20, 200 |\n"
           "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        house_ways ways = recommended;
        ways.lead_ms = rows[i].lead_ms;
        ways.lead = rows[i].lead;
        printf("| %s | %.1f | %.1f |", rows[i].what, far_share(200, &ways), far_share(300, &ways));
        for (int k = 0; k < 3; k++) {
            seat_line line[2] = {{.trip_ms = trips[k][0], .jitter_ms = 10, .peeks = true},
                                 {.trip_ms = trips[k][1], .jitter_ms = 10}};
            printf(" %.1f |", per_cent(run_matches(line, 2, &ways, matches), matches));
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        races = atoi(argv[1]);
    if (argc > 2)
        matches = atoi(argv[2]);
    if (argc > 3 || races < 1 || matches < 1) {
        fprintf(stderr, "use: fair_time [RACES [MATCHES]]\n");
        return 2;
    }
    printf("%d races a row: shares are within %.2f (one standard error); "
           "%d matches: within %.1f\n",
           races, 50 / sqrt(races), matches, 50 / sqrt(matches));
    print_connections();
    print_seats();
    print_far();
    print_bars();
    print_honest_duels();
    print_liars();
    print_trims();
    print_caps();
    print_leads();
    return 0;
}
