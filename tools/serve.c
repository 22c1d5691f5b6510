/* serve.c: the commands `serve`, which runs a server for browsers, `backup` and `restore`. */
#include "server/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "native/native.h"
#include "native/sign.h"
#include "server/qr.h"
#include "tools/command.h"
#include "tools/flags.h"
#include "words/words.h"

enum { LINK_MAX = 128, LINKS_MOST = 8, INT_MOST = 1000000, DAYS_MOST = 36500 };

/* The command line. */
typedef struct {
    server_settings settings;
    bool qr;
    char *programs[SERVER_PROGRAMS_MAX]; /* the texts of --bot, taken apart */
} choices;

/* ---- telling people where to come ---- */

/* One of this machine's addresses, as a link; false if nobody else can reach it. */
static bool write_link(const uv_interface_address_t *one, int port, char *out, size_t size)
{
    char name[64];
    /* Skip IPv6: its addresses are long to type, and local machines have IPv4 as well. */
    if (one->is_internal || one->address.address4.sin_family != AF_INET ||
        uv_ip4_name(&one->address.address4, name, sizeof name) != 0)
        return false;
    snprintf(out, size, "http://%s:%d/", name, port);
    return true;
}

/* The links under which others in this network reach the server. */
static int network_links(const server_settings *settings, int port, char links[][LINK_MAX])
{
    uv_interface_address_t *all;
    int count, found = 0;
    if (strcmp(settings->listen, "::") != 0 && strcmp(settings->listen, "0.0.0.0") != 0) {
        bool six = strchr(settings->listen, ':') != NULL;
        snprintf(links[0], LINK_MAX, six ? "http://[%s]:%d/" : "http://%s:%d/", settings->listen,
                 port);
        return 1;
    }
    if (uv_interface_addresses(&all, &count) != 0)
        return 0;
    for (int i = 0; i < count && found < LINKS_MOST; i++)
        found += write_link(&all[i], port, links[found], LINK_MAX);
    uv_free_interface_addresses(all, count);
    return found;
}

static void draw(const char *link)
{
    char *picture = malloc(QR_TERMINAL_MAX);
    kn_text out = kn_text_on(picture, picture ? QR_TERMINAL_MAX : 0);
    if (picture && !words_are_ascii() && qr_terminal(link, &out)) /* it needs blocks */
        printf("\n%s\n", picture);
    free(picture);
}

static void invite(void *with, int port)
{
    const choices *chosen = with;
    char links[LINKS_MOST][LINK_MAX], here[LINK_MAX];
    const char *url = chosen->settings.url;
    int count = network_links(&chosen->settings, port, links);
    snprintf(here, sizeof here, "http://localhost:%d/", port);
    printf(_("Knobel is running. Open it in a browser:\n"));
    if (url)
        printf("  %s/\n", url);
    else if (strcmp(chosen->settings.listen, "::") == 0 ||
             strcmp(chosen->settings.listen, "0.0.0.0") == 0)
        printf(_("  %s (on this machine)\n"), here);
    for (int i = 0; i < count && !url; i++)
        printf("  %s\n", links[i]);
    if (chosen->qr)
        draw(url ? url : count > 0 ? links[0] : here);
    char shown[STORE_WHY_MAX];
    printf(_("Data is stored in %s. Press Ctrl-C to stop the server.\n"),
           store_shown(chosen->settings.file, shown));
    fflush(stdout);
}

/* ---- programs that play ---- */

/* Small letters, digits and dashes, and nothing that we call something else. */
static bool is_good_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < TABLE_BOT_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length &&
           bot_level(kn_slice_of(name)) < 0 && strcmp(name, "random") != 0;
}

/* `NAME=COMMAND` or `NAME@GAME=COMMAND`; the text is taken apart in place. */
static bool add_program(server_settings *s, char *text)
{
    char *equals = strchr(text, '='), *at;
    house_program program = {.name = text};
    if (equals)
        *equals = '\0';
    if ((at = strchr(text, '@'))) {
        *at = '\0';
        if (!(program.game = command_game(at + 1)))
            return false;
    }
    bool known = false;
    for (int i = 0; i < s->programs; i++)
        known |= strcmp(s->program[i].name, program.name) == 0 &&
                 (!s->program[i].game || !program.game || s->program[i].game == program.game);
    if (!equals || !equals[1] || !is_good_name(text) || known) {
        complain(EXIT_MISUSED,
                 _("--bot takes NAME=COMMAND, where NAME is new and made of lower-case letters, "
                   "digits and dashes"));
        return false;
    }
    s->command[s->programs] = equals + 1;
    s->program[s->programs++] = program;
    return true;
}

static bool add_programs(choices *chosen, const char **texts, int count)
{
    for (int i = 0; i < count; i++) {
        chosen->programs[i] = strdup(texts[i]);
        if (!chosen->programs[i] || !add_program(&chosen->settings, chosen->programs[i]))
            return false;
    }
    return true;
}

/* ---- options ---- */

static int read_flags(choices *chosen, int argc, char **argv)
{
    server_settings *s = &chosen->settings;
    house_limits *h = &s->house;
    int64_t *kept = s->retention.kept_ms;
    const char *bots[SERVER_PROGRAMS_MAX];
    int bot_count = 0;
    flag_texts programs = {bots, &bot_count, SERVER_PROGRAMS_MAX};
    const flag flags[] = {
        {"listen", N_("ADDRESS"), FLAG_TEXT, &s->listen, 0, 0, N_("listen on this address")},
        {"port", "N", FLAG_NUMBER, &s->port, 0, 65535,
         N_("listen on this port; 0 picks a free one")},
        {"data", N_("FILE"), FLAG_TEXT, &s->file, 0, 0,
         N_("store everything in this file, or in a database: postgresql://host/knobel")},
        {"node", "N", FLAG_NUMBER, &s->node, 0, 10000,
         N_("number of this node, where several serve one database; 0 means one server alone")},
        {"address", N_("ADDRESS"), FLAG_TEXT, &s->address, 0, 0,
         N_("HOST:PORT where the other nodes reach this one")},
        {"metrics", N_("ADDRESS"), FLAG_TEXT, &s->metrics, 0, 0,
         N_("offer metrics for Prometheus at ADDRESS:PORT; a port alone: to this machine only")},
        {"url", "URL", FLAG_TEXT, &s->url, 0, 0,
         N_("public address of this server, used in links, such as https://knobel.example")},
        {"origin", N_("LIST"), FLAG_TEXT, &s->origins, 0, 0,
         N_("also accept pages from these origins: https://a.example,https://b.example")},
        {"behind-proxy", "", FLAG_SWITCH, &s->behind_proxy, 0, 0,
         N_("trust X-Forwarded-For and X-Forwarded-Proto from the proxy in front")},
        {"qr", "", FLAG_SWITCH, &chosen->qr, 0, 0, N_("print the link as a QR code")},
        {"log-addresses", "", FLAG_SWITCH, &s->log_addresses, 0, 0,
         N_("write guests' addresses to the log")},
        {"threads", "N", FLAG_NUMBER, &s->threads, 0, 64,
         N_("use N threads for bots; 0 means one per core")},
        {"bot", N_("NAME=COMMAND"), FLAG_TEXTS, &programs, 0, 0,
         N_("offer this program as a bot; NAME@GAME=COMMAND for one game; can be repeated")},
        {"bot-ms", "N", FLAG_MS, &s->bot_ms, 1, 3600000,
         N_("give programs that play as bots N milliseconds per move")},
        {"bot-memory-mb", "N", FLAG_NUMBER, &s->bot_memory_mb, 0, INT_MOST,
         N_("give programs that play as bots at most N megabytes of memory; 0 means no limit")},
        {"board", "", FLAG_SWITCH, &s->board, 0, 0,
         N_("keep a board of the day: results with the dice of the day that players send in")},
        {"board-entries", "N", FLAG_NUMBER, &s->entries_a_board, 1, 5000,
         N_("accept at most N results per game and day for the board of the day")},
        {"board-per-address", "N", FLAG_NUMBER, &s->entries_a_day, 1, INT_MOST,
         N_("let one address send N results per day to the board of the day")},
        {"quota-mb", "N", FLAG_NUMBER, &s->quota_mb, 0, INT_MOST,
         N_("store at most N megabytes; 0 means no limit")},
        {"connections", "N", FLAG_NUMBER, &s->connections, 1, INT_MOST,
         N_("allow at most N open connections")},
        {"connections-per-address", "N", FLAG_NUMBER, &s->connections_an_address, 1, 30000,
         N_("allow at most N open connections per address")},
        {"requests-per-second", "N", FLAG_NUMBER, &s->requests_a_second, 1, INT_MOST,
         N_("allow N HTTP requests per second per address")},
        {"requests-at-once", "N", FLAG_NUMBER, &s->requests_at_once, 1, INT_MOST,
         N_("allow a burst of N before that limit applies")},
        {"frame-bytes", "N", FLAG_NUMBER, &s->frame_bytes, 256, 65535,
         N_("accept messages of at most N bytes from guests")},
        {"body-bytes", "N", FLAG_NUMBER, &s->body_bytes, 256, 65536,
         N_("accept request bodies of at most N bytes")},
        {"output-bytes", "N", FLAG_NUMBER, &s->output_bytes, HOUSE_SAY_MAX, 1 << 28,
         N_("queue at most N bytes of output per guest")},
        {"header-s", "N", FLAG_SECONDS, &s->header_ms, 1, 600,
         N_("wait N seconds for a complete request")},
        {"keep-alive-s", "N", FLAG_SECONDS, &s->idle_ms, 1, 3600,
         N_("keep a connection open for N seconds between requests")},
        {"ping-s", "N", FLAG_SECONDS, &s->ping_ms, 1, 3600, N_("ping guests every N seconds")},
        {"pong-s", "N", FLAG_SECONDS, &s->pong_ms, 2, 3600,
         N_("drop a guest after N seconds without an answer to pings")},
        {"disk-s", "N", FLAG_SECONDS, &s->disk_ms, 1, 600,
         N_("treat the disk as failed after N seconds without an answer, until it answers")},
        {"drain-s", "N", FLAG_SECONDS, &s->drain_ms, 1, 600,
         N_("wait at most N seconds for guests when shutting down")},
        {"rooms", "N", FLAG_NUMBER, &h->rooms, 1, INT_MOST, N_("keep at most N rooms in memory")},
        {"guests-per-room", "N", FLAG_NUMBER, &h->guests_a_room, 1, INT_MOST,
         N_("allow at most N guests per room")},
        {"rooms-per-hour", "N", FLAG_NUMBER, &h->rooms_an_hour, 1, INT_MOST,
         N_("allow one address to open N rooms per hour")},
        {"misses-per-minute", "N", FLAG_NUMBER, &h->misses_a_minute, 1, INT_MOST,
         N_("allow N wrong room codes per minute per address")},
        {"messages-per-second", "N", FLAG_NUMBER, &h->messages_a_second, 1, INT_MOST,
         N_("allow N messages per second per guest")},
        {"messages-at-once", "N", FLAG_NUMBER, &h->messages_at_once, 1, INT_MOST,
         N_("allow a burst of N before that limit applies")},
        {"chats-at-once", "N", FLAG_NUMBER, &h->chats_at_once, 1, INT_MOST,
         N_("allow N chat messages at once per guest, then one per second")},
        {"idle-s", "N", FLAG_SECONDS, &h->idle_ms, 1, INT_MOST,
         N_("unload a room after N seconds without guests")},
        {"grace-s", "N", FLAG_SECONDS, &h->grace_ms, 0, 3600,
         N_("mark someone as away after N seconds without a connection")},
        {"lag-cap-ms", "N", FLAG_MS, &h->lag_cap_ms, 0, 10000,
         N_("accept hits made up to N ms before they arrive, and wait that long for late ones")},
        {"lead-ms", "N", FLAG_MS, &h->lead_ms, 0, 10000,
         N_("send the dice of fast games N ms before they are shown")},
        {"returns-per-second", "N", FLAG_NUMBER, &h->returns_a_second, 1, INT_MOST,
         N_("after a restart let guests come back at N per second")},
        {"keep-waiting-days", "N", FLAG_DAYS, &kept[HOUSE_WAITING], 1, DAYS_MOST,
         N_("keep rooms where nothing was played for N days")},
        {"keep-playing-days", "N", FLAG_DAYS, &kept[HOUSE_PLAYING], 1, DAYS_MOST,
         N_("keep rooms with a match in progress for N days")},
        {"keep-over-days", "N", FLAG_DAYS, &kept[HOUSE_OVER], 1, DAYS_MOST,
         N_("keep rooms whose match is over for N days")},
        {"bin-days", "N", FLAG_DAYS, &s->retention.bin_ms, 0, DAYS_MOST,
         N_("keep deleted rooms for N more days, for knobel restore")},
        {"accept-loss", "", FLAG_SWITCH, &s->accept_loss, 0, 0,
         N_("start even if the data is damaged or incomplete, with what is left of it")},
    };
    int count = sizeof flags / sizeof *flags, words = flags_read(flags, count, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel serve [OPTION…]\n"
                 "\n"
                 "Runs the server that people play on in their browsers. Each option can also be "
                 "set in the\n"
                 "environment, --port as KNOBEL_PORT. Defaults are in brackets.\n"
                 "\n"));
        flags_help(flags, count);
    }
    if (words >= 0 && !add_programs(chosen, bots, bot_count))
        return FLAGS_WRONG;
    return words;
}

static int complain_of_data(const char *where, const char *why)
{
    char shown[STORE_WHY_MAX];
    return complain(EXIT_FAILED,
                    store_is_database(where) ? _("cannot use the database %s: %s")
                                             : _("cannot use the file %s: %s"),
                    store_shown(where, shown), why);
}

static int serve(choices *chosen, int argc, char **argv)
{
    char why[SERVER_WHY_MAX];
    int words = read_flags(chosen, argc, argv);
    if (words == FLAGS_HELP)
        return EXIT_WELL;
    if (words > 0)
        complain(EXIT_MISUSED, _("unknown option or argument: %s (--help lists them)"), argv[1]);
    if (words != 0)
        return EXIT_MISUSED;
    chosen->settings.file = command_hide_secret(chosen->settings.file, argc, argv);
    switch (server_run(&chosen->settings, invite, chosen, why)) {
    case SERVER_STOPPED: return EXIT_WELL;
    case SERVER_NO_FILE: return complain_of_data(chosen->settings.file, why);
    case SERVER_FEW_FILES: return complain(EXIT_FAILED, "%s", why);
    case SERVER_NO_DOOR:
        return complain(EXIT_FAILED, _("cannot listen on %s, port %d: %s"), chosen->settings.listen,
                        chosen->settings.port, why);
    case SERVER_NO_METRICS:
        return complain(EXIT_FAILED, _("cannot offer metrics at %s: %s"), chosen->settings.metrics,
                        why);
    }
    return EXIT_FAILED;
}

int serve_command(int argc, char **argv)
{
    choices chosen = {.settings = server_settings_initial, .qr = isatty(STDOUT_FILENO)};
    chosen.settings.house = house_limits_initial;
    int code = serve(&chosen, argc, argv);
    for (int i = 0; i < SERVER_PROGRAMS_MAX; i++)
        free(chosen.programs[i]);
    return code;
}

/* ---- backup ---- */

int backup_command(int argc, char **argv)
{
    const char *file = server_settings_initial.file;
    char why[STORE_WHY_MAX];
    const flag flags[] = {{"data", N_("FILE"), FLAG_TEXT, &file, 0, 0,
                           N_("file or database the server stores everything in")}};
    int words = flags_read(flags, 1, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel backup COPY [--data FILE]\n"
                 "\n"
                 "Makes a complete copy of a server's data, even while it is running. COPY must "
                 "not exist yet.\n"
                 "\n"));
        flags_help(flags, 1);
        return EXIT_WELL;
    }
    if (words != 1)
        return words == FLAGS_WRONG
                   ? EXIT_MISUSED
                   : complain(EXIT_MISUSED, _("usage: knobel backup COPY [--data FILE]"));
    char shown[STORE_WHY_MAX];
    file = command_hide_secret(file, argc, argv);
    if (!store_backup(file, argv[1], why))
        return complain(EXIT_FAILED, _("could not copy %s: %s"), store_shown(file, shown), why);
    printf(_("Copied %s to %s.\n"), store_shown(file, shown), argv[1]);
    return EXIT_WELL;
}

/* ---- restore ---- */

static void print_binned(void *with, const char *room, int64_t binned_ms)
{
    const int64_t day_ms = INT64_C(24) * 3600 * 1000;
    int *count = with;
    ++*count;
    long days = (long)(binned_ms / day_ms);
    printf(words_plural("%s (deleted %ld day ago)\n", "%s (deleted %ld days ago)\n", days), room,
           days);
}

static int list_bin(const char *file)
{
    char why[STORE_WHY_MAX];
    int count = 0;
    if (!store_list_bin(file, print_binned, &count, why))
        return complain_of_data(file, why);
    if (count == 0)
        printf(_("There are no deleted rooms.\n"));
    return EXIT_WELL;
}

/* A room goes as easily as it came: nobody should lose the others for one that was mistyped. */
static int restore_room(const char *file, const char *typed)
{
    char why[STORE_WHY_MAX], room[HOUSE_CODE_MAX];
    bool found = false;
    if (house_read_code(kn_slice_of(typed), room) && !store_restore(file, room, &found, why))
        return complain_of_data(file, why);
    if (!found)
        return complain(EXIT_WRONG, _("there is no deleted room %s"), typed);
    printf(_("Room %s is back.\n"), room);
    return EXIT_WELL;
}

int restore_command(int argc, char **argv)
{
    const char *file = server_settings_initial.file;
    const flag flags[] = {{"data", N_("FILE"), FLAG_TEXT, &file, 0, 0,
                           N_("file or database the server stores everything in")}};
    int words = flags_read(flags, 1, true, argc, argv), code = EXIT_WELL;
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel restore [ROOM…] [--data FILE]\n"
                 "\n"
                 "Brings back rooms that the server has deleted because of their age, even while "
                 "it is running.\n"
                 "Without a room: lists those that can be brought back.\n"
                 "\n"));
        flags_help(flags, 1);
        return EXIT_WELL;
    }
    if (words == FLAGS_WRONG)
        return EXIT_MISUSED;
    file = command_hide_secret(file, argc, argv);
    if (words == 0)
        return list_bin(file);
    for (int i = 1; i <= words; i++) {
        int one = restore_room(file, argv[i]);
        code = one ? one : code;
    }
    return code;
}

/* ---- key ---- */

static void print_key(const store_key *stored)
{
    char hex[2 * ATTEST_KEY_BYTES + 1];
    kn_text text = kn_text_on(hex, sizeof hex);
    sign_key key;
    sign_key_from_seed(&key, stored->seed);
    kn_put_hex(&text, key.public, sizeof key.public);
    puts(hex);
}

int key_command(int argc, char **argv)
{
    const char *file = server_settings_initial.file;
    char why[STORE_WHY_MAX];
    bool replace = false;
    int node = 1;
    store_key key = {.made_ms = native_unix_ms()};
    const flag flags[] = {
        {"data", N_("FILE"), FLAG_TEXT, &file, 0, 0,
         N_("file or database the server stores everything in")},
        {"node", "N", FLAG_NUMBER, &node, 1, 10000,
         N_("number of the node, if the server runs on several machines")},
        {"new", "", FLAG_SWITCH, &replace, 0, 0,
         N_("make a new key; the server must not be running")},
    };
    int words = flags_read(flags, 3, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel key [--data FILE] [--node N] [--new]\n"
                 "\n"
                 "Prints the public part of the key with which a server signs its seals and logs. "
                 "The whole\n"
                 "key is in the data file and in every backup.\n"
                 "\n"));
        flags_help(flags, 3);
        return EXIT_WELL;
    }
    if (words != 0)
        return words == FLAGS_WRONG
                   ? EXIT_MISUSED
                   : complain(EXIT_MISUSED,
                              _("usage: knobel key [--data FILE] [--node N] [--new]"));
    if (!store_is_database(file) && access(file, F_OK) != 0)
        return complain(EXIT_FAILED, _("cannot use the file %s: %s"), file, strerror(errno));
    native_random(key.seed, sizeof key.seed);
    file = command_hide_secret(file, argc, argv);
    bool done =
        replace ? store_replace_key(file, node, &key, why) : store_read_key(file, node, &key, why);
    if (!done)
        return complain_of_data(file, why);
    print_key(&key);
    return EXIT_WELL;
}
