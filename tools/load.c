/* load.c: the command `load`: measures how much a server can take. A crowd of guests (crowd.h)
 * plays and watches for a while; then it prints how many moves were made, how long they took, and
 * what that cost. */
#include <stdio.h>
#include <sys/resource.h>

#include "sentences/show.h"
#include "tools/command.h"
#include "tools/crowd.h"
#include "tools/flags.h"
#include "words/words.h"

enum { LABEL_WIDTH = 22, FILES_BESIDES = 64, FEW = 10 };

/* ---- the figures ---- */

typedef struct {
    double moves_a_second, events_a_second;
    double player_in, player_out, idle_in, idle_out; /* bytes per second of one guest */
    double idle_kb;                                  /* of the server's memory, per idle guest */
    double house_cpu, own_cpu;                       /* cores */
    double move_cpu_us, move_written;                /* of the server, per move; bytes to disk */
} figures;

static double each(double sum, double count)
{
    return count > 0 ? sum / count : 0;
}

static figures figures_of(const crowd *c)
{
    double s = c->measured_s, busy = s * c->guests_busy, idle = s * c->plan.idle;
    return (figures){
        .moves_a_second = each((double)c->moves, s),
        .events_a_second = each((double)c->events, s),
        .player_in = each((double)c->playing.in, busy),
        .player_out = each((double)c->playing.out, busy),
        .idle_in = each((double)c->idling.in, idle),
        .idle_out = each((double)c->idling.out, idle),
        .idle_kb = each(c->after_idle.memory_kb - c->before_idle.memory_kb, c->plan.idle),
        .house_cpu = each(c->at_end.cpu_s - c->at_start.cpu_s, s),
        .own_cpu = each(c->own_at_end.cpu_s - c->own_at_start.cpu_s, s),
        .move_cpu_us = each(1e6 * (c->at_end.cpu_s - c->at_start.cpu_s), (double)c->moves),
        .move_written = each(c->at_end.written - c->at_start.written, (double)c->moves),
    };
}

/* ---- for programs ---- */

static void print_latency_json(const char *key, const latency *l)
{
    printf(",\"%s\":{\"count\":%llu,\"p50\":%.3f,\"p99\":%.3f,\"p999\":%.3f,\"max\":%.3f}", key,
           (unsigned long long)l->count, latency_ms(l, 0.5), latency_ms(l, 0.99),
           latency_ms(l, 0.999), (double)l->max_ns / 1e6);
}

static void print_json(const crowd *c)
{
    figures f = figures_of(c);
    printf("{\"game\":\"%s\",\"rooms\":%d,\"playing\":%d,\"idle\":%d,\"coming_s\":%.3f,"
           "\"seconds\":%.3f,\"moves_per_second\":%.1f,\"events_per_second\":%.1f,\"matches\":%llu",
           c->plan.game->key, c->plan.rooms, c->guests_busy, c->plan.idle, c->coming_s,
           c->measured_s, f.moves_a_second, f.events_a_second, (unsigned long long)c->matches);
    print_latency_json("done_ms", &c->to_done);
    print_latency_json("everyone_ms", &c->to_everyone);
    printf(",\"player_bytes_per_second\":{\"in\":%.1f,\"out\":%.1f},"
           "\"idle_bytes_per_second\":{\"in\":%.1f,\"out\":%.1f},\"idle_kb\":%.2f,"
           "\"house_kb\":%.0f,\"house_cpu\":%.3f,\"own_cpu\":%.3f,"
           "\"move_cpu_us\":%.1f,\"written_per_move\":%.0f,"
           "\"unseen\":%llu,\"refused\":%llu,\"slowed\":%llu,\"lost\":%llu}\n",
           f.player_in, f.player_out, f.idle_in, f.idle_out, f.idle_kb, c->at_end.memory_kb,
           f.house_cpu, f.own_cpu, f.move_cpu_us, f.move_written, (unsigned long long)c->unseen,
           (unsigned long long)c->refused, (unsigned long long)c->slowed,
           (unsigned long long)c->lost);
}

/* ---- for people ---- */

static void label(const char *words)
{
    fputs("  ", stdout);
    show_padded(words, LABEL_WIDTH, stdout);
}

static void print_latency(const char *words, const latency *l)
{
    label(words);
    printf("%9.2f %9.2f %9.2f %9.2f\n", latency_ms(l, 0.5), latency_ms(l, 0.99),
           latency_ms(l, 0.999), (double)l->max_ns / 1e6);
}

static void print_cost(const crowd *c, const figures *f)
{
    label(_("bytes/s, active guest"));
    printf(_("%.0f in, %.0f out\n"), f->player_in, f->player_out);
    if (c->plan.idle > 0) {
        label(_("bytes/s, idle guest"));
        printf(_("%.0f in, %.0f out\n"), f->idle_in, f->idle_out);
    }
    if (c->plan.idle > 0 && c->plan.pid > 0) {
        label(_("memory, idle guest"));
        printf(_("%.1f KB of server memory per idle guest\n"), f->idle_kb);
    }
    label(_("processor"));
    if (c->plan.pid > 0)
        printf(_("server %.2f cores, this program %.2f\n"), f->house_cpu, f->own_cpu);
    else
        printf(_("this program %.2f cores\n"), f->own_cpu);
    if (c->plan.pid > 0) {
        label(_("server, per move"));
        printf(_("%.1f µs of processor time, %.0f bytes written to disk\n"), f->move_cpu_us,
               f->move_written);
    }
}

static void print_people(const crowd *c)
{
    figures f = figures_of(c);
    label(_("guests"));
    printf(_("%d in %d active rooms, %d idle; the idle ones joined within %.1f s\n"),
           c->guests_busy, c->plan.rooms, c->plan.idle, c->coming_s);
    label(_("moves/s"));
    printf("%.*f\n", f.moves_a_second < FEW ? 2 : 0, f.moves_a_second);
    label(_("events/s"));
    printf("%.0f\n", f.events_a_second);
    label(_("matches"));
    printf("%llu\n", (unsigned long long)c->matches);
    label(_("milliseconds"));
    printf("%9s %9s %9s %9s\n", "p50", "p99", "p99.9", _("max"));
    print_latency(_("move to answer"), &c->to_done);
    print_latency(_("move to everyone"), &c->to_everyone);
    print_cost(c, &f);
    if (c->unseen > 0) {
        label(_("hidden moves"));
        printf("%llu\n", (unsigned long long)c->unseen);
    }
    label(_("went wrong"));
    printf(_("%llu messages refused, %llu connections lost\n"), (unsigned long long)c->refused,
           (unsigned long long)c->lost);
}

/* ---- the command ---- */

static const char *url = "http://127.0.0.1:8020", *game;
static crowd_plan plan = {.rooms = 50, .seats = 2, .idle_a_room = 20, .each = 25, .seconds = 10};
static bool json = false;

static const flag flags[] = {
    {"url", "URL", FLAG_TEXT, &url, 0, 0, N_("address of the server to test")},
    {"rooms", "N", FLAG_NUMBER, &plan.rooms, 1, CROWD_ROOMS_MAX,
     N_("keep N rooms playing, one match after another")},
    {"game", "GAME", FLAG_TEXT, &game, 0, 0, N_("play this game")},
    {"seats", "N", FLAG_NUMBER, &plan.seats, 1, KN_SEATS_MAX,
     N_("seat N players in each of these rooms")},
    {"watchers", "N", FLAG_NUMBER, &plan.watchers, 0, CROWD_WATCHERS_MAX,
     N_("add N spectators to each of these rooms")},
    {"idle", "N", FLAG_NUMBER, &plan.idle, 0, CROWD_IDLE_MAX,
     N_("add N idle guests, in rooms where nothing happens")},
    {"idle-per-room", "N", FLAG_NUMBER, &plan.idle_a_room, 1, CROWD_WATCHERS_MAX,
     N_("put N idle guests in each room")},
    {"seconds", "N", FLAG_NUMBER, &plan.seconds, 1, CROWD_SECONDS_MAX, N_("measure for N seconds")},
    {"rate", "N", FLAG_NUMBER, &plan.rate, 0, CROWD_RATE_MAX,
     N_("make N moves per second in total; 0 makes each move as soon as the previous one has "
        "arrived")},
    {"each", "N", FLAG_NUMBER, &plan.each, 1, CROWD_RATE_MAX,
     N_("make at most N moves per second per guest; servers have a limit")},
    {"pid", "N", FLAG_NUMBER, &plan.pid, 0, INT32_MAX,
     N_("report what the server process with this ID uses; 0 for none")},
    {"json", "", FLAG_SWITCH, &json, 0, 0, N_("print JSON")},
};
enum { FLAGS = sizeof flags / sizeof *flags };

/* Raise the limit of open files as far as the system allows; false after a complaint. */
static bool allow_files(int wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return true;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max >= (rlim_t)wanted + FILES_BESIDES)
        return true;
    complain(EXIT_FAILED, _("the system allows this program %llu open files; %d guests need more"),
             (unsigned long long)limit.rlim_max, wanted);
    return false;
}

static bool complete_plan(void)
{
    plan.game = command_game(game);
    if (!plan.game)
        return false;
    if (plan.seats < plan.game->seats_min || plan.seats > plan.game->seats_max) {
        complain(EXIT_MISUSED, _("%s takes %d to %d players, including bots"), plan.game->key,
                 plan.game->seats_min, plan.game->seats_max);
        return false;
    }
    client_why why = client_find(url, &plan.house);
    if (why)
        complain(EXIT_MISUSED, "%s: %s", url, client_words(why));
    return why == CLIENT_FINE;
}

static int run(void)
{
    static crowd c;
    bool gathered = crowd_run(&c, &plan);
    if (gathered && json)
        print_json(&c);
    else if (gathered)
        print_people(&c);
    if (c.complaint[0])
        complain(EXIT_WRONG, "%s", c.complaint);
    crowd_free(&c);
    if (!gathered)
        return EXIT_FAILED;
    return c.moves > 0 && c.refused == 0 && c.lost == 0 ? EXIT_WELL : EXIT_WRONG;
}

static int help(void)
{
    printf(_("Usage: knobel load [OPTION…]\n"
             "\n"
             "Simulates many guests at once, to see how much a server can take.\n"
             "\n"));
    flags_help(flags, FLAGS);
    return EXIT_WELL;
}

int load_command(int argc, char **argv)
{
    game = kn_games[0]->key; /* default */
    int words = flags_read(flags, FLAGS, false, argc, argv);
    if (words == FLAGS_HELP)
        return help();
    if (words == FLAGS_WRONG)
        return EXIT_MISUSED;
    if (words > 0)
        return complain(EXIT_MISUSED, _("unknown option or argument: %s (--help lists them)"),
                        argv[1]);
    if (!complete_plan())
        return EXIT_MISUSED;
    if (!allow_files(plan.rooms * (plan.seats + plan.watchers) + plan.idle))
        return EXIT_FAILED;
    return run();
}
