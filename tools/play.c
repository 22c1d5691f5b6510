/* play.c: the commands `play`, `join` and `host`: who sits where, with which options; then the
 * match, full screen or line by line. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "native/native.h"
#include "native/tables.h"
#include "sentences/answers.h"
#include "terminal/menu.h"
#include "terminal/play.h"
#include "terminal/saving.h"
#include "terminal/screen.h"
#include "terminal/visit.h"
#include "tools/command.h"
#include "words/words.h"

enum { TROUBLE_MAX = 320 };

/* ---- the plan ---- */

static int count_games(void)
{
    int count = 0;
    while (kn_games[count])
        count++;
    return count;
}

/* Without a game on the command line, ask for one. */
static const kn_game *choose_game(void)
{
    char line[64];
    int64_t number;
    for (;;) {
        puts(_("Which game?"));
        for (int i = 0; kn_games[i]; i++)
            printf("  %d) %s\n", i + 1, words_for_key("game", kn_games[i]->key));
        fputs("> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            putchar('\n');
            return NULL;
        }
        line[strcspn(line, "\r\n")] = '\0';
        const kn_game *game = kn_find_game(kn_slice_of(line));
        if (game)
            return game;
        if (kn_read_int(kn_slice_of(line), 1, count_games(), &number))
            return kn_games[number - 1];
        printf(_("Type a number from 1 to %d, or the name of a game.\n"), count_games());
    }
}

/* How many seats there are: those that are asked for, or one for each name, and at least as many as
 * the game needs: bots take the others, or in a room they stay free. */
static bool count_seats(const arguments *given, const kn_game *game, int *seats)
{
    int names = given->words > 0 ? given->words - 1 : 0;
    *seats = names > 0 ? names : 2;
    if (*seats < game->seats_min)
        *seats = game->seats_min;
    if (!command_seats(game, given, seats))
        return false;
    if (*seats >= names)
        return true;
    complain(EXIT_MISUSED, _("--seats %d is too few: %d names were given"), *seats, names);
    return false;
}

/* `bot` is a regular one, `bot:strong` another; NULL for anyone else. */
static const char *bot_key(const char *name)
{
    if (!name || strcmp(name, "bot") == 0)
        return bot_levels[BOT_REGULAR];
    return strncmp(name, "bot:", 4) == 0 ? name + 4 : NULL;
}

static bool name_seat(table_plan *plan, int seat, const char *name)
{
    table_seat *s = &plan->seat[seat];
    const char *key = bot_key(name);
    if (key) {
        snprintf(s->bot, sizeof s->bot, "%s", key);
        snprintf(s->name, sizeof s->name, _("Bot %d"), seat + 1);
        if (strcmp(key, "random") == 0 || bot_level(kn_slice_of(key)) >= 0)
            return true;
        complain(EXIT_MISUSED, _("unknown bot \"%s\"; choose from: %s"), key, COMMAND_BOTS);
        return false;
    }
    /* A name too long keeps one byte too many, so that the table refuses it instead of cutting it.
     */
    memset(s->name, 'x', sizeof s->name);
    memcpy(s->name, name, strlen(name) < sizeof s->name ? strlen(name) + 1 : sizeof s->name);
    return true;
}

static bool name_seats(table_plan *plan, const arguments *given)
{
    int names = given->words > 0 ? given->words - 1 : 0;
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        const char *name = seat < names ? given->word[seat + 1] : NULL;
        if (!name_seat(plan, seat, seat == 0 && names == 0 ? _("You") : name))
            return false;
    }
    return true;
}

/* The secret and the seats' salts; from a seed only if the match is to be repeatable. */
static void draw_secret(table_plan *plan, uint64_t seed)
{
    kn_random random = kn_random_from(seed);
    native_random(plan->secret, sizeof plan->secret);
    for (size_t i = 0; seed && i < sizeof plan->secret; i++)
        plan->secret[i] = (uint8_t)kn_random_next(&random);
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        if (plan->seat[seat].bot[0])
            continue;
        native_random(&plan->seat[seat].salt, sizeof plan->seat[seat].salt);
        if (seed)
            plan->seat[seat].salt = kn_random_next(&random);
    }
    plan->opened_ms = seed ? 0 : native_unix_ms();
}

/* `house`, `ours` or `same:NAME`. */
static bool choose_dice(const arguments *given, table_plan *plan)
{
    static const char same[] = "same:";
    if (!given->dice || strcmp(given->dice, "house") == 0)
        return true;
    plan->ours = strcmp(given->dice, "ours") == 0;
    if (plan->ours)
        return true;
    if (strncmp(given->dice, same, sizeof same - 1) != 0) {
        complain(EXIT_MISUSED, _("--dice takes house, ours or same:NAME"));
        return false;
    }
    const char *name = given->dice + sizeof same - 1;
    if (!plan->game->place) {
        complain(EXIT_MISUSED, _("%s cannot be played with --dice same:NAME"), plan->game->key);
        return false;
    }
    if (!table_good_same(name)) {
        complain(EXIT_MISUSED,
                 _("a dice name must be 1 to %d lower-case letters, digits and hyphens"),
                 TABLE_SAME_MAX - 1);
        return false;
    }
    if (table_day_to_come(name, native_unix_ms())) {
        complain(EXIT_MISUSED, "%s", refusal_words("not_yet"));
        return false;
    }
    snprintf(plan->same, sizeof plan->same, "%s", name);
    return true;
}

static bool make_plan(const arguments *given, uint64_t seed, table_plan *plan)
{
    plan->game = given->words > 0 ? command_game(given->word[0]) : choose_game();
    if (!plan->game)
        return false;
    if (!choose_dice(given, plan))
        return false;
    int seats;
    if (!count_seats(given, plan->game, &seats) ||
        !command_setup(plan->game, seats, given, &plan->setup))
        return false;
    if (!name_seats(plan, given))
        return false;
    draw_secret(plan, seed);
    return true;
}

/* ---- the file ---- */

/* Before the match: can its log be saved, and is nothing lost by it? A match that goes on is saved
 * where it came from. */
static int try_saving(const arguments *given)
{
    const char *path = given->save ? given->save : given->load;
    bool goes_on = given->load && strcmp(path, given->load) == 0;
    if (!path)
        return EXIT_WELL;
    if (!saving_possible(path))
        return complain(EXIT_FAILED,
                        goes_on ? _("cannot write %s: %s; save it elsewhere with --save")
                                : _("cannot write %s: %s"),
                        path, strerror(errno));
    if (!goes_on && saving_would_replace(path))
        return complain(EXIT_MISUSED,
                        _("%s exists already; choose another name, or continue it with --load"),
                        path);
    return EXIT_WELL;
}

/* ---- opening ---- */

static int open_new(const arguments *given, uint64_t seed, table *t)
{
    table_plan plan = {0};
    if (!make_plan(given, seed, &plan))
        return EXIT_MISUSED;
    table_answer answer = tables_open(t, &plan);
    return answer ? complain(EXIT_MISUSED, "%s", answer_words(answer)) : EXIT_WELL;
}

static int open_saved(const arguments *given, table *t)
{
    if (given->words > 0)
        return complain(EXIT_MISUSED,
                        _("--load takes the game and the players from the log; leave them out"));
    return command_load(given->load, t);
}

/* ---- line by line ---- */

static int play_plain(const arguments *given, uint64_t seed)
{
    table t;
    int code = given->load ? open_saved(given, &t) : open_new(given, seed, &t);
    if (code)
        return code;
    play_manner manner = {.in = stdin, .out = stdout, .seed = seed};
    manner.save_to = given->save ? given->save : given->load;
    bool saved = play_match(&t, &manner);
    tables_free(&t);
    return saved ? EXIT_WELL : EXIT_FAILED;
}

/* ---- on the screen ---- */

/* The request to open a room for this plan; options not given are left to the server. */
static json_t *make_request(const table_plan *plan, bool fast)
{
    const kn_game *game = plan->game;
    json_t *options = json_object();
    kn_setup initial;
    kn_setup_initial(game, plan->setup.seats, &initial);
    for (int i = 0; i < game->option_count; i++) {
        const kn_option *o = &game->options[i];
        int value = plan->setup.option[i];
        if (value == initial.option[i])
            continue;
        json_object_set_new(options, o->key,
                            o->names ? json_string(o->names[value]) : json_integer(value));
    }
    json_t *request =
        json_pack("{s:s, s:o, s:s, s:b}", "game", game->key, "options", options, "dice",
                  plan->ours      ? "ours"
                  : plan->same[0] ? "same"
                                  : "house",
                  "hints", 1);
    if (plan->same[0])
        json_object_set_new(request, "same", json_string(plan->same));
    if (fast)
        json_object_set_new(request, "pace_ms", json_integer(0));
    return request;
}

static void seat_plan(const table_plan *plan, visit_manner *manner)
{
    manner->seats = plan->setup.seats;
    for (int i = 0; i < manner->seats; i++) {
        if (plan->seat[i].bot[0])
            manner->seat[i].bot = plan->seat[i].bot;
        else
            manner->seat[i].name = plan->seat[i].name;
    }
}

/* What is wrong with the terminal, and what can be done about it. */
static int complain_of_terminal(void)
{
    const char *name = getenv("TERM");
    if (!screen_is_terminal())
        return complain(EXIT_FAILED, _("this needs a terminal"));
    return complain(EXIT_FAILED,
                    _("this machine cannot draw on a terminal called TERM=%s; if yours can show "
                      "more, try TERM=xterm-256color"),
                    name ? name : "");
}

/* Japanese needs more than ASCII. */
static bool open_screen(const arguments *given)
{
    screen_settings settings = {.no_colour = given->no_colour, .ascii = given->ascii};
    bool open = screen_open(&settings);
    if (open && !screen_has_unicode() && strcmp(words_language(), "ja") == 0)
        words_choose("en");
    return open;
}

/* Visit a room on the screen; takes over the channel. What went wrong is left in `trouble`; false
 * if there is no screen. */
static bool visit_with(channel *c, const visit_manner *manner, const arguments *given,
                       char trouble[TROUBLE_MAX])
{
    bool open = channel_status_of(c) != CHANNEL_CLOSED, shown = !open || open_screen(given);
    trouble[0] = '\0';
    if (open && shown)
        visit_run(c, manner);
    screen_close();
    if (channel_status_of(c) == CHANNEL_CLOSED)
        snprintf(trouble, TROUBLE_MAX, "%s", channel_error(c));
    channel_close(c);
    return shown;
}

static int visit_by(channel *c, const visit_manner *manner, const arguments *given)
{
    char trouble[TROUBLE_MAX];
    if (!visit_with(c, manner, given, trouble))
        return complain_of_terminal();
    return trouble[0] ? complain(EXIT_FAILED, "%s", trouble) : EXIT_WELL;
}

/* Play on this machine, with a plan; without a plan, continue a log. */
static int play_here(const arguments *given, uint64_t seed, const table_plan *plan)
{
    char path[SAVING_PATH_MAX]; /* every match from the menu has a file of its own */
    visit_manner manner = {.seed = seed, .calm = given->fast, .start = true};
    channel_options home = {.seed = seed, .fast = given->fast, .load = given->load};
    manner.save_to = given->save ? given->save : given->load;
    if (given->save && !given->load) {
        saving_find_free(given->save, path);
        manner.save_to = path;
    }
    if (plan)
        seat_plan(plan, &manner);
    return visit_by(channel_local(plan ? make_request(plan, given->fast) : NULL, &home), &manner,
                    given);
}

/* Show the menu and run what is chosen, until the user leaves. */
static int play_from_menu(const arguments *given, uint64_t seed, const kn_game *game)
{
    menu_choice choice;
    int code = EXIT_WELL;
    menu_begin(&choice, game);
    while (code == EXIT_WELL) {
        if (!open_screen(given))
            return complain_of_terminal();
        menu_answer answer = menu_run(&choice);
        screen_close();
        if (answer == MENU_LEAVE)
            break;
        table_plan plan = {.game = choice.game, .setup = choice.setup, .ours = choice.ours};
        memcpy(plan.seat, choice.seat, sizeof plan.seat);
        if (answer == MENU_PLAY)
            code = play_here(given, seed, &plan);
        else if (!visit_with(channel_remote(choice.link, NULL, NULL), &(visit_manner){.seed = 0},
                             given, choice.notice)) /* the menu says what went wrong */
            code = complain_of_terminal();
    }
    return code;
}

static int play_on_screen(const arguments *given, uint64_t seed)
{
    table_plan plan = {0};
    if (given->load && given->words > 0)
        return complain(EXIT_MISUSED,
                        _("--load takes the game and the players from the log; leave them out"));
    if (given->load)
        return play_here(given, seed, NULL);
    if (given->words == 0)
        return play_from_menu(given, seed, NULL);
    return make_plan(given, seed, &plan) ? play_here(given, seed, &plan) : EXIT_MISUSED;
}

int play_command(const arguments *given)
{
    int64_t seed = 0;
    if (given->seed && !kn_read_int(kn_slice_of(given->seed), 1, INT64_MAX, &seed))
        return complain(EXIT_MISUSED, _("--seed takes a number, 1 or higher"));
    int code = try_saving(given);
    if (code)
        return code;
    if (given->plain)
        return play_plain(given, (uint64_t)seed);
    if (!screen_possible()) {
        const char *name = getenv("TERM");
        if (screen_is_terminal() && name && strcmp(name, "dumb") != 0)
            complain_of_terminal();
        return play_plain(given, (uint64_t)seed);
    }
    return play_on_screen(given, (uint64_t)seed);
}

/* ---- in other houses ---- */

int join_command(const arguments *given)
{
    const char *name = given->words > 1 ? given->word[1] : NULL;
    visit_manner manner = {.name = name, .calm = given->fast};
    if (!screen_possible())
        return complain_of_terminal();
    return visit_by(channel_remote(given->word[0], NULL, name), &manner, given);
}

/* The server to use if none is given: KNOBEL_HOUSE, or the one on this machine. */
static const char *usual_house(void)
{
    const char *usual = getenv("KNOBEL_HOUSE");
    return usual && usual[0] ? usual : "http://127.0.0.1:8020";
}

/* The first word is the server's address, unless it is a game; the rest is as for `play`. */
int host_command(const arguments *given)
{
    bool usual = kn_find_game(kn_slice_of(given->word[0])) != NULL;
    const char *url = usual ? usual_house() : given->word[0];
    arguments rest = *given;
    table_plan plan = {0};
    visit_manner manner = {.calm = given->fast};
    rest.words = given->words - !usual;
    memmove(rest.word, given->word + !usual, (size_t)rest.words * sizeof *rest.word);
    if (!screen_possible())
        return complain_of_terminal();
    if (rest.words == 0)
        return complain(EXIT_MISUSED, _("no game given; usage: knobel host [URL] GAME [NAME…]"));
    if (!make_plan(&rest, 0, &plan))
        return EXIT_MISUSED;
    static const char *const watching[] = {"all", "late", "none", NULL};
    if (given->watching && kn_read_name(kn_slice_of(given->watching), watching) < 0)
        return complain(EXIT_MISUSED, _("--watching takes one of: all, late, none"));
    json_t *request = make_request(&plan, given->fast);
    json_object_set_new(request, "language", json_string(words_language()));
    json_object_del(request, "hints"); /* among people they are the host's choice */
    if (given->watching)
        json_object_set_new(request, "watching", json_string(given->watching));
    seat_plan(&plan, &manner);
    manner.seats = rest.words - 1; /* seats without a name stay free */
    return visit_by(channel_remote(url, request, NULL), &manner, given);
}
