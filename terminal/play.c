/* play.c: a match at one keyboard, line by line. See play.h.
 *
 * Every player to move is asked in turn; bots answer by themselves. A line is a number from the
 * list, a move as text, or a command. Where reaction counts, a time may follow the move: `hit 2
 * @420`. */
#include "terminal/play.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native/native.h"
#include "native/players.h"
#include "native/tables.h"
#include "sentences/answers.h"
#include "sentences/events.h"
#include "sentences/show.h"
#include "terminal/saving.h"
#include "words/words.h"

enum { LISTED_MAX = 24, INPUT_MAX = 512 };

typedef struct {
    table *t;
    const play_manner *manner;
    kn_random random;
    bot bots[KN_SEATS_MAX]; /* for the seats that have one */
    int64_t began_ns;
    int64_t shown_ms;            /* when the dice of a timed throw became visible */
    uint32_t told;               /* events shown so far */
    int reader;                  /* the seat that looked at the screen last, or -1 */
    bool left;                   /* the input ended, or someone left */
    char saved[SAVING_PATH_MAX]; /* where someone has saved this match */
} play;

/* ---- the log ---- */

static bool save(const play *p, const char *path)
{
    size_t size = table_save_size(p->t);
    char *log = native_realloc(NULL, size);
    kn_text text = kn_text_on(log, size);
    table_save(p->t, &text);
    bool saved = native_write_file(path, log, text.length);
    if (!saved)
        fprintf(stderr, _("knobel: cannot write %s: %s\n"), path, strerror(errno));
    free(log);
    return saved;
}

/* As someone asks for: a file that is there already is not replaced, unless it holds this match. */
static void save_as(play *p, const char *path)
{
    bool ours = strcmp(path, p->saved) == 0 ||
                (p->manner->save_to && strcmp(path, p->manner->save_to) == 0);
    if (!ours && saving_would_replace(path)) {
        fprintf(p->manner->out, _("  %s exists already; choose another name\n"), path);
    } else if (save(p, path)) {
        snprintf(p->saved, sizeof p->saved, "%s", path);
        fprintf(p->manner->out, _("Log saved to %s.\n"), path);
    }
}

/* ---- time, salts, input ---- */

static int64_t now_ms(const play *p)
{
    return p->t->last_ms + (native_steady_ns() - p->began_ns) / 1000000;
}

static uint64_t fresh_salt(play *p)
{
    uint64_t salt;
    if (p->manner->seed)
        return kn_random_next(&p->random);
    native_random(&salt, sizeof salt);
    return salt;
}

/* A line without blank ends; false at the end of the input. */
static bool ask(play *p, const char *prompt, char line[INPUT_MAX])
{
    fprintf(p->manner->out, "%s> ", prompt);
    fflush(p->manner->out);
    if (!fgets(line, INPUT_MAX, p->manner->in)) {
        fputc('\n', p->manner->out);
        p->left = true;
        return false;
    }
    if (!isatty(fileno(p->manner->in)))
        fputs(line, p->manner->out);
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    size_t blank = strspn(line, " \t");
    memmove(line, line + blank, length - blank + 1);
    return true;
}

static void complain(const play *p, table_answer answer)
{
    fprintf(p->manner->out, "  %s\n", answer_words(answer));
}

/* ---- showing ---- */

/* Does the seat see anything that spectators do not? */
static bool has_secrets(const table *t, int seat)
{
    table_state mine, open;
    memset(&mine, 0, sizeof mine);
    memset(&open, 0, sizeof open);
    table_view(t, seat, &mine);
    table_view(t, KN_WATCHER, &open);
    return memcmp(&mine, &open, t->plan.game->state_bytes) != 0;
}

static int people(const table *t)
{
    int count = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        count += !t->plan.seat[i].bot[0];
    return count;
}

/* Before a seat with secrets looks, ask the others to look away. */
static void hand_over(play *p, int seat)
{
    char line[INPUT_MAX];
    if (p->reader == seat || people(p->t) < 2 || !has_secrets(p->t, seat))
        return;
    if (isatty(fileno(p->manner->out)))
        fputs("\033[2J\033[H", p->manner->out);
    fprintf(p->manner->out, _("For %s's eyes only. Press Enter.\n"), p->t->plan.seat[seat].name);
    ask(p, "", line);
}

static void list_moves(const play *p, int seat, int most)
{
    kn_move moves[KN_MOVES_MAX];
    const kn_game *game = p->t->plan.game;
    int count = game->moves(&p->t->state, seat, moves), width = 0, across;
    int listed = count > most ? most : count;
    for (int i = 0; i < listed; i++) {
        int wide = show_width(show_move(game, &p->t->state, seat, moves[i]));
        width = wide > width ? wide : width;
    }
    across = 76 / (width + 8) > 0 ? 76 / (width + 8) : 1;
    for (int i = 0; i < listed; i++) {
        fprintf(p->manner->out, "  %3d) ", i + 1);
        bool last = (i + 1) % across == 0 || i + 1 == listed;
        show_padded(show_move(game, &p->t->state, seat, moves[i]), last ? 0 : width,
                    p->manner->out);
        fputs(last ? "\n" : " ", p->manner->out);
    }
    if (listed < count)
        fprintf(p->manner->out, _("  … and %d more, up to: %s (type moves for the full list)\n"),
                count - listed, show_move(game, &p->t->state, seat, moves[count - 1]));
}

static void show_all(play *p, int seat)
{
    table_state view;
    hand_over(p, seat);
    if (p->left)
        return;
    p->told = tell_events(p->t, seat, p->told, p->manner->out);
    table_view(p->t, seat, &view);
    fputc('\n', p->manner->out);
    show_view(p->t->plan.game, &view, p->t->plan.seat, p->manner->out);
    fputc('\n', p->manner->out);
    list_moves(p, seat, LISTED_MAX);
    p->reader = seat;
}

/* ---- moves ---- */

static table_answer make_move(play *p, int seat, const char *move, int64_t acted_ms)
{
    table_act act = {.now_ms = now_ms(p),
                     .acted_ms = acted_ms,
                     .claimed_ms = KN_NEVER,
                     .salt = p->t->plan.seat[seat].bot[0] ? 0 : fresh_salt(p)};
    if (act.now_ms < acted_ms)
        act.now_ms = acted_ms;
    tables_grow(p->t);
    return table_play(p->t, seat, kn_slice_of(move), &act);
}

/* `hit 2 @420`: cut the time off; it counts from when the dice became visible. */
static int64_t take_time(const play *p, char *line)
{
    char *mark = strrchr(line, '@');
    int64_t ms;
    if (!mark || !kn_read_int(kn_slice_of(mark + 1), 0, 1000000, &ms))
        return KN_NEVER;
    while (mark > line && isspace((unsigned char)mark[-1]))
        mark--;
    *mark = '\0';
    return p->shown_ms + ms;
}

/* A number stands for a line of the list. */
static const char *spelled_out(const play *p, int seat, const char *line)
{
    kn_move moves[KN_MOVES_MAX];
    int64_t number;
    int count = p->t->plan.game->moves(&p->t->state, seat, moves);
    if (!kn_read_int(kn_slice_of(line), 1, count, &number))
        return line;
    return show_move(p->t->plan.game, &p->t->state, seat, moves[number - 1]);
}

static void play_bot(play *p, int seat)
{
    const kn_game *game = p->t->plan.game;
    int64_t delay_ms;
    kn_move move = players_choose(&p->bots[seat], game, &p->t->state, &delay_ms);
    bool timed = game->alarm(&p->t->state) != KN_NEVER;
    if (!timed || delay_ms != KN_NEVER)
        make_move(p, seat, show_move(game, &p->t->state, seat, move),
                  timed ? p->shown_ms + delay_ms : KN_NEVER);
}

/* After every step, show the bots the new state. */
static void let_bots_look(play *p)
{
    for (int seat = 0; seat < p->t->plan.setup.seats; seat++)
        if (p->t->plan.seat[seat].bot[0])
            players_watch(&p->bots[seat], p->t->plan.game, &p->t->state);
}

/* A log may name bots that this program does not have: then one that plays at random sits in. */
static void seat_bots(play *p)
{
    const table_plan *plan = &p->t->plan;
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        uint64_t seed = kn_random_next(&p->random);
        if (plan->seat[seat].bot[0] && !players_open(&p->bots[seat], plan->game, &plan->setup, seat,
                                                     kn_slice_of(plan->seat[seat].bot), seed))
            players_open(&p->bots[seat], plan->game, &plan->setup, seat, kn_slice_of("random"),
                         seed);
    }
}

/* ---- commands ---- */

/* `y`, or the first letter of yes in the current language. */
static bool agrees(play *p, int seat)
{
    char line[INPUT_MAX];
    fprintf(p->manner->out, _("%s: allow the last move to be taken back? (y/n)\n"),
            p->t->plan.seat[seat].name);
    if (!ask(p, p->t->plan.seat[seat].name, line))
        return false;
    return tolower((unsigned char)line[0]) == 'y' || (line[0] && line[0] == _("yes")[0]);
}

static void take_back(play *p, int seat)
{
    bool any;
    uint32_t to = table_before_last_move(p->t, seat, &any);
    tables_grow(p->t);
    table_answer answer =
        any ? table_ask_back(p->t, seat, to, now_ms(p)) : (table_answer)TABLE_NOTHING_BACK;
    for (int other = 0; !answer && p->t->back_agreed && other < p->t->plan.setup.seats; other++) {
        if (other == seat || p->t->plan.seat[other].bot[0])
            continue;
        if (agrees(p, other))
            answer = table_agree_back(p->t, other, now_ms(p));
        else
            table_refuse_back(p->t);
    }
    if (answer)
        complain(p, answer);
}

static void explain(const play *p)
{
    fputs(_("  Type the number of a move, or the move itself as listed.\n"
            "  Where reaction time counts, add the milliseconds: hit 2 @420\n"
            "  moves  list all moves again      view  show the table again\n"
            "  back   take back your last move  save FILE  save the log\n"
            "  quit   leave the match\n"),
          p->manner->out);
}

/* True if the line was a command and has been carried out. */
static bool is_command(play *p, int seat, const char *line)
{
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0)
        explain(p);
    else if (strcmp(line, "moves") == 0)
        list_moves(p, seat, KN_MOVES_MAX);
    else if (strcmp(line, "view") == 0)
        show_all(p, seat);
    else if (strcmp(line, "back") == 0)
        take_back(p, seat);
    else if (strncmp(line, "save ", 5) == 0)
        save_as(p, line + 5);
    else if (strcmp(line, "quit") == 0)
        p->left = true;
    else
        return false;
    return true;
}

/* ---- the match ---- */

/* Ask a person for a move until one is accepted. */
static void play_person(play *p, int seat)
{
    char line[INPUT_MAX];
    uint32_t before = p->t->log.count;
    show_all(p, seat);
    while (!p->left && p->t->log.count == before && ask(p, p->t->plan.seat[seat].name, line)) {
        if (line[0] == '\0' || is_command(p, seat, line))
            continue;
        table_answer answer = make_move(p, seat, spelled_out(p, seat, line), KN_NEVER);
        if (answer) {
            complain(p, answer);
            fputs(_("  Type a number from the list, a move, or ? for help.\n"), p->manner->out);
        }
    }
}

/* What the real dice show: the whole line as one, or a word for each. */
static void ask_dice(play *p)
{
    char line[INPUT_MAX];
    p->told = tell_events(p->t, KN_WATCHER, p->told, p->manner->out);
    fputs(_("What do the dice, tiles or cards show? (type house to let the house throw)\n"),
          p->manner->out);
    if (!ask(p, _("dice"), line))
        return;
    if (strcmp(line, "quit") == 0) {
        p->left = true;
        return;
    }
    tables_grow(p->t);
    if (strcmp(line, "house") == 0) {
        table_roll(p->t, now_ms(p));
        return;
    }
    kn_slice rest = kn_slice_of(line), word;
    table_answer answer = table_declare(p->t, rest, now_ms(p));
    while (answer == KN_UNREADABLE && rest.length > 0 && kn_take_word(&rest, &word)) {
        tables_grow(p->t);
        answer = table_declare(p->t, word, now_ms(p));
        if (!answer && rest.length > 0)
            answer = KN_UNREADABLE; /* go on with the next word */
    }
    if (answer)
        complain(p, answer);
}

static kn_actors persons_due(const table *t)
{
    kn_actors due = (kn_actors)(t->plan.game->to_act(&t->state) & 0xff);
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        if (t->plan.seat[seat].bot[0])
            due &= (kn_actors)~KN_ACTOR(seat);
    return due;
}

/* A line while reaction time counts: `2 hit 1 @420`; the seat may be omitted if there is only one.
 */
static void play_line(play *p, char *line)
{
    kn_actors waiting = persons_due(p->t);
    int seat = kn_first_actor(waiting);
    int64_t typed_ms = now_ms(p), acted_ms = take_time(p, line);
    if (isdigit((unsigned char)line[0]) && line[1] == ' ') {
        seat = line[0] - '1';
        line += 2;
    } else if (is_command(p, seat, line)) {
        return;
    } else if (waiting & (waiting - 1)) {
        fputs(_("  Whose move is that? Start the line with the seat number.\n"), p->manner->out);
        return;
    }
    table_answer answer = TABLE_NO_SUCH_SEAT;
    if (seat >= 0 && seat < p->t->plan.setup.seats)
        answer = make_move(p, seat, spelled_out(p, seat, line),
                           acted_ms == KN_NEVER ? typed_ms : acted_ms);
    if (answer)
        complain(p, answer);
}

/* Everyone acts at the same time: lines from people in any order; an empty line ends the time to
 * hit. */
static void ask_in_window(play *p)
{
    char line[INPUT_MAX];
    fputs(_("Now! Type a move; with several players, put the seat number first: 2 hit 1 @420\n"
            "An empty line ends the time to hit.\n"),
          p->manner->out);
    while (!p->left && persons_due(p->t) && ask(p, _("now"), line) && line[0])
        play_line(p, line);
}

static void play_window(play *p)
{
    table_state view;
    const kn_game *game = p->t->plan.game;
    p->shown_ms = p->t->last_ms;
    p->began_ns = native_steady_ns();
    p->told = tell_events(p->t, KN_WATCHER, p->told, p->manner->out);
    table_view(p->t, KN_WATCHER, &view);
    if (persons_due(p->t)) {
        fputc('\n', p->manner->out);
        show_view(game, &view, p->t->plan.seat, p->manner->out);
        list_moves(p, kn_first_actor(persons_due(p->t)), LISTED_MAX);
        ask_in_window(p);
    }
    if (p->left)
        return;
    for (int seat = 0; seat < p->t->plan.setup.seats; seat++)
        if (p->t->plan.seat[seat].bot[0] && game->to_act(&p->t->state) & KN_ACTOR(seat))
            play_bot(p, seat);
    tables_grow(p->t);
    int64_t alarm = table_alarm(p->t);
    table_tick(p->t, alarm > p->t->last_ms ? alarm : p->t->last_ms);
}

/* One step: ask the next seat to move. */
static void step(play *p)
{
    kn_actors due = p->t->plan.game->to_act(&p->t->state);
    if (due & KN_ACTOR(KN_CHANCE) && p->t->plan.ours) {
        ask_dice(p);
    } else if (due & KN_ACTOR(KN_CHANCE)) {
        tables_grow(p->t);
        table_tick(p->t, now_ms(p));
    } else if (due & KN_ACTOR(KN_CLOCK)) {
        play_window(p);
    } else {
        int seat = kn_first_actor(due);
        p->began_ns = native_steady_ns();
        if (p->t->plan.seat[seat].bot[0])
            play_bot(p, seat);
        else
            play_person(p, seat);
    }
}

static void finish(play *p)
{
    p->told = tell_events(p->t, KN_WATCHER, p->told, p->manner->out);
    fputc('\n', p->manner->out);
    show_view(p->t->plan.game, &p->t->state, p->t->plan.seat, p->manner->out);
    fputc('\n', p->manner->out);
    tell_result(p->t, p->manner->out);
}

bool play_match(table *t, const play_manner *manner)
{
    play p = {.t = t, .manner = manner, .began_ns = native_steady_ns(), .reader = -1};
    uint64_t seed = manner->seed;
    if (!seed)
        native_random(&seed, sizeof seed);
    p.random = kn_random_from(seed);
    seat_bots(&p);
    while (!p.left && !table_over(t)) {
        uint32_t before = t->log.count;
        step(&p);
        let_bots_look(&p);
        if (manner->save_to && t->log.count != before && !save(&p, manner->save_to))
            return false;
    }
    if (table_over(t))
        finish(&p);
    if (!manner->save_to)
        return true;
    bool saved = save(&p, manner->save_to);
    if (saved)
        fprintf(manner->out, _("Log saved to %s.\n"), manner->save_to);
    return saved;
}
