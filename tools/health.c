/* health.c: the command `health`: asks a server whether it is working, for scripts and
 * containers that have nothing else to ask with. */
#include <stdio.h>
#include <uv.h>

#include "client/client.h"
#include "tools/command.h"
#include "tools/flags.h"
#include "words/words.h"

enum { WELL = 200 };

static void answered(void *with, const client_answer *answer)
{
    int *code = with;
    if (answer->status == 0) {
        *code = complain(EXIT_FAILED, "%s", client_words(answer->why));
        return;
    }
    printf("%.*s\n", (int)answer->body.length, answer->body.at);
    *code = answer->status == WELL ? EXIT_WELL : EXIT_WRONG;
}

int health_command(int argc, char **argv)
{
    client_house house;
    uv_loop_t loop;
    int code = EXIT_FAILED, words = flags_read(NULL, 0, false, argc, argv);
    if (words == FLAGS_HELP) {
        printf(_("Usage: knobel health [URL]\n"
                 "\n"
                 "Asks a server whether it can do its work, and prints its answer: ok, or what is "
                 "wrong. The exit\n"
                 "code is 0 only for ok. URL is http://localhost:8020 unless given.\n"));
        return EXIT_WELL;
    }
    if (words != 0 && words != 1)
        return words == FLAGS_WRONG ? EXIT_MISUSED
                                    : complain(EXIT_MISUSED, _("usage: knobel health [URL]"));
    client_why why = client_find(words ? argv[1] : "http://localhost:8020", &house);
    if (why != CLIENT_FINE)
        return complain(EXIT_FAILED, "%s", client_words(why));
    uv_loop_init(&loop);
    client_ask(&loop, &house, "GET", "/healthz", (kn_slice){"", 0}, answered, &code);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return code;
}
