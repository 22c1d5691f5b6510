/* serve.c: the commands `serve`, which opens a house to browsers, and `backup`. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "server/qr.h"
#include "tools/command.h"
#include "tools/flags.h"
#include "words/words.h"

enum { LINK_MAX = 128, LINKS_MOST = 8, INT_MOST = 1000000, DAYS_MOST = 36500 };

/* What the command line says. */
typedef struct {
    server_settings settings;
    bool qr;
} choices;

/* ---- telling people where to come ---- */

/* One of this machine's addresses, as a link; false if nobody else can reach it. */
static bool write_link(const uv_interface_address_t *one, int port, char *out, size_t size)
{
    char name[64];
    /* Those of IPv6 are long to type, and whoever has one here has one of IPv4, too. */
    if (one->is_internal || one->address.address4.sin_family != AF_INET ||
        uv_ip4_name(&one->address.address4, name, sizeof name) != 0)
        return false;
    snprintf(out, size, "http://%s:%d/", name, port);
    return true;
}

/* The links under which others in this network reach the house. */
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
    if (picture && qr_terminal(link, &out))
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
    printf(_("Knobel is open. Point a browser at:\n"));
    if (url)
        printf("  %s/\n", url);
    else if (strcmp(chosen->settings.listen, "::") == 0 ||
             strcmp(chosen->settings.listen, "0.0.0.0") == 0)
        printf(_("  %s (on this machine)\n"), here);
    for (int i = 0; i < count && !url; i++)
        printf("  %s\n", links[i]);
    if (chosen->qr)
        draw(url ? url : count > 0 ? links[0] : here);
    printf(_("Everything is kept in %s. Ctrl-C closes the house.\n"), chosen->settings.file);
    fflush(stdout);
}

/* ---- options ---- */

static int read_flags(choices *chosen, int argc, char **argv)
{
    server_settings *s = &chosen->settings;
    house_limits *h = &s->house;
    int64_t *kept = s->retention.kept_ms;
    const flag flags[] = {
        {"listen", N_("ADDRESS"), FLAG_TEXT, &s->listen, 0, 0, N_("listen at this address")},
        {"port", "N", FLAG_NUMBER, &s->port, 0, 65535, N_("at this port; 0: any that is free")},
        {"data", N_("FILE"), FLAG_TEXT, &s->file, 0, 0, N_("keep everything in this file")},
        {"url", "URL", FLAG_TEXT, &s->url, 0, 0,
         N_("how the world calls this house, for links: https://knobel.example")},
        {"origin", N_("LIST"), FLAG_TEXT, &s->origins, 0, 0,
         N_("pages from these places may come in, too: https://a.example,https://b.example")},
        {"behind-proxy", "", FLAG_SWITCH, &s->behind_proxy, 0, 0,
         N_("a proxy stands in front: believe its X-Forwarded-For and X-Forwarded-Proto")},
        {"qr", "", FLAG_SWITCH, &chosen->qr, 0, 0, N_("draw the link as a QR code")},
        {"log-addresses", "", FLAG_SWITCH, &s->log_addresses, 0, 0,
         N_("addresses of guests may stand in the log")},
        {"threads", "N", FLAG_NUMBER, &s->threads, 0, 64,
         N_("so many threads for bots; 0: one a core")},
        {"connections", "N", FLAG_NUMBER, &s->connections, 1, INT_MOST, N_("open at a time")},
        {"connections-per-address", "N", FLAG_NUMBER, &s->connections_an_address, 1, 30000,
         N_("likewise, from one address")},
        {"requests-per-second", "N", FLAG_NUMBER, &s->requests_a_second, 1, INT_MOST,
         N_("over HTTP, from one address")},
        {"requests-at-once", "N", FLAG_NUMBER, &s->requests_at_once, 1, INT_MOST,
         N_("likewise, before that limit holds")},
        {"frame-bytes", "N", FLAG_NUMBER, &s->frame_bytes, 256, 65536,
         N_("of a message of a guest, at most")},
        {"body-bytes", "N", FLAG_NUMBER, &s->body_bytes, 256, 65536,
         N_("of the body of a request, at most")},
        {"output-bytes", "N", FLAG_NUMBER, &s->output_bytes, HOUSE_SAY_MAX, 1 << 28,
         N_("waiting for one guest, at most")},
        {"header-s", "N", FLAG_SECONDS, &s->header_ms, 1, 600,
         N_("seconds for a request to come in whole")},
        {"keep-alive-s", "N", FLAG_SECONDS, &s->idle_ms, 1, 3600,
         N_("seconds between two requests")},
        {"ping-s", "N", FLAG_SECONDS, &s->ping_ms, 1, 3600, N_("seconds between two pings")},
        {"pong-s", "N", FLAG_SECONDS, &s->pong_ms, 2, 3600,
         N_("seconds without an answer to them: the guest is gone")},
        {"disk-s", "N", FLAG_SECONDS, &s->disk_ms, 1, 600,
         N_("seconds without an answer of the disk: it has failed until it answers")},
        {"drain-s", "N", FLAG_SECONDS, &s->drain_ms, 1, 600,
         N_("seconds for saying goodbye when the house closes")},
        {"rooms", "N", FLAG_NUMBER, &h->rooms, 1, INT_MOST, N_("in memory at a time")},
        {"guests-per-room", "N", FLAG_NUMBER, &h->guests_a_room, 1, INT_MOST, N_("at a time")},
        {"rooms-per-hour", "N", FLAG_NUMBER, &h->rooms_an_hour, 1, INT_MOST,
         N_("opened by one address")},
        {"misses-per-minute", "N", FLAG_NUMBER, &h->misses_a_minute, 1, INT_MOST,
         N_("wrong codes of rooms from one address")},
        {"messages-per-second", "N", FLAG_NUMBER, &h->messages_a_second, 1, INT_MOST,
         N_("from one guest")},
        {"messages-at-once", "N", FLAG_NUMBER, &h->messages_at_once, 1, INT_MOST,
         N_("likewise, before that limit holds")},
        {"chats-at-once", "N", FLAG_NUMBER, &h->chats_at_once, 1, INT_MOST,
         N_("lines of chat from one guest; then one a second")},
        {"idle-s", "N", FLAG_SECONDS, &h->idle_ms, 1, INT_MOST,
         N_("seconds until a room without guests leaves memory")},
        {"grace-s", "N", FLAG_SECONDS, &h->grace_ms, 0, 3600,
         N_("seconds until somebody without a connection is away")},
        {"lag-cap-ms", "N", FLAG_MS, &h->lag_cap_ms, 0, 10000,
         N_("how far back a slap is believed, and how long all wait")},
        {"lead-ms", "N", FLAG_MS, &h->lead_ms, 0, 10000,
         N_("dice of fast games are sent so long before they are shown")},
        {"keep-waiting-days", "N", FLAG_DAYS, &kept[HOUSE_WAITING], 1, DAYS_MOST,
         N_("rooms in which nothing was played are kept so long")},
        {"keep-playing-days", "N", FLAG_DAYS, &kept[HOUSE_PLAYING], 1, DAYS_MOST,
         N_("likewise those with a match going on")},
        {"keep-over-days", "N", FLAG_DAYS, &kept[HOUSE_OVER], 1, DAYS_MOST,
         N_("likewise those whose match is over")},
    };
    int count = sizeof flags / sizeof *flags, words = flags_read(flags, count, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Use: knobel serve [--OPTION VALUE …]\n\n"
                 "Opens the house: people play in their browsers. Each option can also be set in "
                 "the\nenvironment, --port as KNOBEL_PORT. In brackets: what holds if nothing is "
                 "said.\n\n"));
        flags_help(flags, count);
    }
    return words;
}

int serve_command(int argc, char **argv)
{
    choices chosen = {server_settings_initial, isatty(STDOUT_FILENO)};
    char why[SERVER_WHY_MAX];
    chosen.settings.house = house_limits_initial;
    int words = read_flags(&chosen, argc, argv);
    if (words == FLAGS_HELP)
        return EXIT_WELL;
    if (words > 0)
        complain(EXIT_MISUSED, _("%s is not understood here"), argv[1]);
    if (words != 0)
        return EXIT_MISUSED;
    switch (server_run(&chosen.settings, invite, &chosen, why)) {
    case SERVER_STOPPED: return EXIT_WELL;
    case SERVER_NO_FILE:
        return complain(EXIT_FAILED, _("the file %s cannot be used: %s"), chosen.settings.file,
                        why);
    case SERVER_NO_DOOR:
        return complain(EXIT_FAILED, _("cannot listen at %s, port %d: %s"), chosen.settings.listen,
                        chosen.settings.port, why);
    }
    return EXIT_FAILED;
}

/* ---- backup ---- */

int backup_command(int argc, char **argv)
{
    const char *file = server_settings_initial.file;
    char why[STORE_WHY_MAX];
    const flag flags[] = {
        {"data", N_("FILE"), FLAG_TEXT, &file, 0, 0, N_("what the house keeps everything in")}};
    int words = flags_read(flags, 1, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Use: knobel backup COPY [--data FILE]\n\nCopies what a house keeps, whole, also "
                 "while it is open. COPY must not exist yet.\n\n"));
        flags_help(flags, 1);
        return EXIT_WELL;
    }
    if (words != 1)
        return words == FLAGS_WRONG
                   ? EXIT_MISUSED
                   : complain(EXIT_MISUSED, _("use: knobel backup COPY [--data FILE]"));
    if (!store_backup(file, argv[1], why))
        return complain(EXIT_FAILED, _("%s was not copied: %s"), file, why);
    printf(_("%s is copied to %s.\n"), file, argv[1]);
    return EXIT_WELL;
}
