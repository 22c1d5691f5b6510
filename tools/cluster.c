/* cluster.c: the commands `copy`, which copies the data of a server between a file and a database,
 * and `cluster`, for a server on several machines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/settings.h"
#include "server/store/store.h"
#include "tools/command.h"
#include "tools/flags.h"
#include "words/words.h"

/* Everybody on this machine can see the words of a command line. */
const char *command_hide_secret(const char *where, int argc, char **argv)
{
    size_t size = strlen(where) + 1;
    for (int i = 1; i < argc && store_is_database(where); i++)
        if (where >= argv[i] && where < argv[i] + strlen(argv[i]) + 1) {
            char *kept = memcpy(native_realloc(NULL, size), where, size); /* until the end */
            store_hide(argv[i] + (where - argv[i]));
            return kept;
        }
    return where;
}

/* ---- copy ---- */

int copy_command(int argc, char **argv)
{
    char why[STORE_WHY_MAX], shown[2][STORE_WHY_MAX];
    int words = flags_read(NULL, 0, false, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel copy FROM TO\n"
                 "\n"
                 "Copies everything a server has stored to another place, and compares. FROM and "
                 "TO are files\n"
                 "or PostgreSQL databases (postgresql://…). TO must be empty or not exist yet. "
                 "Stop the server first.\n"));
        return EXIT_WELL;
    }
    if (words != 2)
        return words == FLAGS_WRONG ? EXIT_MISUSED
                                    : complain(EXIT_MISUSED, _("usage: knobel copy FROM TO"));
    const char *from = command_hide_secret(argv[1], argc, argv);
    const char *to = command_hide_secret(argv[2], argc, argv);
    store_shown(from, shown[0]);
    store_shown(to, shown[1]);
    if (!store_copy(from, to, why))
        return complain(EXIT_FAILED, _("could not copy %s: %s"), shown[0], why);
    printf(_("Copied %s to %s.\n"), shown[0], shown[1]);
    return EXIT_WELL;
}

/* ---- cluster ---- */

static int misused(void)
{
    return complain(EXIT_MISUSED,
                    _("usage: knobel cluster status | drain N | finish | secret [--data URL]"));
}

static int fail(const char *where, const char *why)
{
    char shown[STORE_WHY_MAX];
    return complain(EXIT_FAILED, _("cannot use the database %s: %s"), store_shown(where, shown),
                    why);
}

static const char *state_words(const store_node *node)
{
    switch (node->state) {
    case STORE_LIVES: return _("running");
    case STORE_DRAINS: return _("leaving");
    default: return _("stopped");
    }
}

static int show_status(const char *where)
{
    store_nodes nodes;
    int format;
    char why[STORE_WHY_MAX];
    if (!store_list_nodes(where, &nodes, &format, why))
        return fail(where, why);
    for (size_t i = 0; i < nodes.count; i++) {
        const store_node *n = &nodes.node[i];
        unsigned long guests = 0, rooms = 0, playing = 0;
        if (n->counts && n->state != STORE_GONE)
            sscanf(n->counts, "{\"guests\":%lu,\"rooms\":%lu,\"playing\":%lu}", &guests, &rooms,
                   &playing);
        printf(_("node %d: %s, at %s, guests %lu, rooms %lu, matches %lu, reads format %d\n"),
               n->id, state_words(n), n->address[0] ? n->address : "-", guests, rooms, playing,
               n->reads);
    }
    printf(_("format written: %d\n"), format);
    store_nodes_free(&nodes);
    return EXIT_WELL;
}

static int drain(const char *where, const char *typed)
{
    bool found;
    char why[STORE_WHY_MAX];
    int64_t node;
    if (!kn_read_int(kn_slice_of(typed), 1, 10000, &node))
        return misused();
    if (!store_drain_node(where, (int)node, &found, why))
        return fail(where, why);
    if (!found)
        return complain(EXIT_WRONG, _("node %d is not running"), (int)node);
    printf(_("Node %d hands over its rooms and stops.\n"), (int)node);
    return EXIT_WELL;
}

static int finish(const char *where)
{
    int format;
    char why[STORE_WHY_MAX];
    if (!store_finish_format(where, &format, why))
        return fail(where, why);
    printf(_("All nodes write format %d from now on.\n"), format);
    return EXIT_WELL;
}

static int replace_secret(const char *where)
{
    char why[STORE_WHY_MAX];
    if (!store_replace_secret(where, why))
        return fail(where, why);
    puts(_("The nodes share a new secret from their next start on."));
    return EXIT_WELL;
}

int cluster_command(int argc, char **argv)
{
    const char *where = server_settings_initial.file;
    const flag flags[] = {{"data", "URL", FLAG_TEXT, &where, 0, 0,
                           N_("database the nodes share, such as postgresql://host/knobel")}};
    int words = flags_read(flags, 1, true, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel cluster status | drain N | finish | secret [--data URL]\n"
                 "\n"
                 "For a server on several machines. status lists the nodes. drain has node N hand "
                 "over its rooms\n"
                 "to the others and stop. finish, after all nodes were updated, has them write "
                 "the new format.\n"
                 "secret, while no node is running, replaces the secret by which nodes know "
                 "each other.\n"
                 "\n"));
        flags_help(flags, 1);
        return EXIT_WELL;
    }
    if (words == FLAGS_WRONG)
        return EXIT_MISUSED;
    where = command_hide_secret(where, argc, argv);
    if (words == 1 && strcmp(argv[1], "status") == 0)
        return show_status(where);
    if (words == 2 && strcmp(argv[1], "drain") == 0)
        return drain(where, argv[2]);
    if (words == 1 && strcmp(argv[1], "finish") == 0)
        return finish(where);
    if (words == 1 && strcmp(argv[1], "secret") == 0)
        return replace_secret(where);
    return misused();
}
