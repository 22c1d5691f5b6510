/* program_bot.c: the engine protocol, from our side. See program_bot.h. */
#include "native/program_bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum {
    START_MOVES = 6,      /* for starting it has as long as for so many moves … */
    FAILURES_MOST = 5,    /* … and then it rests, unless meanwhile … */
    FORGIVEN_AFTER = 100, /* … so many answers were good */
    REST_MS = 600000,
    ASIDE_MS = 200,         /* to take in what is not a question */
    DELAY_MS = 1000,        /* of a program that does not say when it moves … */
    REACTION_MS = 300,      /* … and where reaction counts */
    DELAY_MOST_MS = 600000, /* that it may say */
    QUESTION_MAX = KN_POSITION_MAX + KN_MOVES_MAX * (KN_MOVE_TEXT_MAX + 8) + 256,
};

const char *const program_bot_whys[] = {
    "well", "late", "gone", "floods", "unreadable", "illegal", "rests", "stopped",
};

struct program_bot {
    const program_bot_plan *plan;
    program *program; /* NULL: not running */
    char match[PROGRAM_MATCH_MAX];
    size_t told;        /* bytes of its events */
    int failures, well; /* well: answers since the last failure */
    int64_t rests_until_ns;
    char question[QUESTION_MAX];
};

program_bot *program_bot_open(const program_bot_plan *plan)
{
    program_bot *b = native_realloc(NULL, sizeof *b);
    memset(b, 0, sizeof *b);
    b->plan = plan;
    return b;
}

static void end(program_bot *b)
{
    program_end(b->program);
    b->program = NULL;
    b->match[0] = '\0';
}

void program_bot_close(program_bot *b)
{
    if (b->program)
        program_say(b->program, kn_slice_of("quit\n"),
                    native_steady_ns() + (int64_t)ASIDE_MS * 1000000);
    end(b);
    free(b);
}

/* ---- failures ---- */

static program_bot_why why_of(program_answer answer)
{
    switch (answer) {
    case PROGRAM_LATE: return PROGRAM_BOT_LATE;
    case PROGRAM_GONE: return PROGRAM_BOT_GONE;
    case PROGRAM_FLOODS: return PROGRAM_BOT_FLOODS;
    default: return PROGRAM_BOT_WELL;
    }
}

static void note_failure(program_bot *b, program_bot_why why)
{
    if (why == PROGRAM_BOT_ILLEGAL) /* we still know where we are in the talk */
        program_say(b->program, kn_slice_of("lost illegal\n"),
                    native_steady_ns() + (int64_t)ASIDE_MS * 1000000);
    else
        end(b);
    b->well = 0;
    if (++b->failures < FAILURES_MOST)
        return;
    end(b);
    b->failures = 0;
    b->rests_until_ns = native_steady_ns() + (int64_t)REST_MS * 1000000;
}

static void note_success(program_bot *b)
{
    if (++b->well == FORGIVEN_AFTER)
        b->failures = 0;
}

/* ---- telling ---- */

/* Start it, and wait until it is ready. */
static program_bot_why greet(program_bot *b)
{
    int64_t until = native_steady_ns() + START_MOVES * b->plan->move_ms * 1000000;
    char line[PROGRAM_LINE_MAX];
    b->program = program_start(&b->plan->program);
    if (!b->program)
        return PROGRAM_BOT_GONE;
    snprintf(line, sizeof line, "knobel %d\n", PROGRAM_PROTOCOL);
    program_answer answer = program_say(b->program, kn_slice_of(line), until);
    while (!answer && !(answer = program_hear(b->program, line, until)))
        if (strcmp(line, "ready") == 0)
            return PROGRAM_BOT_WELL;
    return why_of(answer);
}

static void put_new(kn_text *out, const program_question *q)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)q->seed);
    kn_put(out, "new ");
    kn_put(out, q->game->key);
    kn_put_char(out, ' ');
    kn_write_setup(q->game, q->view, out);
    kn_put(out, "\nseat ");
    kn_put_int(out, q->seat + 1);
    kn_put(out, "\nseed ");
    kn_put(out, seed);
    kn_put_char(out, '\n');
}

static program_answer say(program_bot *b, const kn_text *text, int64_t until)
{
    return program_say(b->program, (kn_slice){b->question, text->length}, until);
}

/* The events that it has not been told yet, a line each. */
static program_answer tell_events(program_bot *b, kn_slice events, int64_t until)
{
    kn_text text = kn_text_on(b->question, sizeof b->question);
    kn_slice rest = {events.at + b->told, events.length - b->told}, line;
    program_answer answer = PROGRAM_WELL;
    while (!answer && kn_take_until(&rest, '\n', &line)) {
        kn_put(&text, "event ");
        kn_put_slice(&text, line);
        kn_put_char(&text, '\n');
        if (rest.length == 0 || text.length > sizeof b->question / 2) {
            answer = say(b, &text, until);
            text = kn_text_on(b->question, sizeof b->question);
        }
    }
    b->told = events.length;
    return answer;
}

/* So that it knows the match up to now. */
static program_answer tell_match(program_bot *b, const program_question *q, int64_t until)
{
    program_answer answer = PROGRAM_WELL;
    if (strcmp(b->match, q->match) != 0 || b->told > q->events.length) {
        kn_text text = kn_text_on(b->question, sizeof b->question);
        put_new(&text, q);
        answer = say(b, &text, until);
        snprintf(b->match, sizeof b->match, "%s", q->match);
        b->told = 0;
    }
    return answer ? answer : tell_events(b, q->events, until);
}

static program_answer put_question(program_bot *b, const program_question *q, int64_t until)
{
    kn_text text = kn_text_on(b->question, sizeof b->question);
    kn_move moves[KN_MOVES_MAX];
    int count = kn_moves(q->game, q->view, q->seat, moves);
    kn_put(&text, "position ");
    q->game->write_position(q->view, &text);
    for (int i = 0; i < count; i++) {
        kn_put(&text, "\nmove ");
        q->game->write_move(q->view, q->seat, moves[i], &text);
    }
    kn_put(&text, "\ngo ");
    kn_put_int(&text, b->plan->move_ms);
    kn_put_char(&text, '\n');
    return say(b, &text, until);
}

/* ---- hearing ---- */

static bool is_listed(const program_question *q, kn_move move)
{
    kn_move moves[KN_MOVES_MAX];
    int count = kn_moves(q->game, q->view, q->seat, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Of moves on a continuous scale only some are listed; the rules decide. */
static bool is_legal(const program_question *q, kn_move move)
{
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } copy;
    const kn_event event = {.move = move, .actor = (uint8_t)q->seat};
    if (is_listed(q, move))
        return true;
    memcpy(&copy, q->view, q->game->state_bytes);
    return q->game->apply(&copy, &event) == KN_OK;
}

static program_bot_why read_move(const program_question *q, kn_slice line, kn_move *move)
{
    kn_slice word;
    if (!kn_take_until(&line, ' ', &word) || !kn_slice_is(word, "move"))
        return PROGRAM_BOT_UNREADABLE;
    if (q->game->read_move(q->view, q->seat, line, move) != KN_OK || !is_legal(q, *move))
        return PROGRAM_BOT_ILLEGAL;
    return PROGRAM_BOT_WELL;
}

/* Does reaction count now? Then a seat may also keep still. */
static bool is_timed(const program_question *q)
{
    return q->game->to_act(q->view) & KN_ACTOR(KN_CLOCK);
}

static kn_move first_move(const program_question *q)
{
    kn_move moves[KN_MOVES_MAX];
    kn_moves(q->game, q->view, q->seat, moves);
    return moves[0];
}

static program_bot_why hear(program_bot *b, const program_question *q, int64_t until, kn_move *move,
                            int64_t *delay_ms)
{
    char text[PROGRAM_LINE_MAX];
    program_answer answer;
    *delay_ms = is_timed(q) ? REACTION_MS : DELAY_MS;
    while (!(answer = program_hear(b->program, text, until))) {
        kn_slice line = kn_slice_of(text), number = line, word;
        if (kn_slice_begins(line, "info"))
            continue;
        if (is_timed(q) && kn_slice_is(line, "still")) {
            *delay_ms = KN_NEVER;
            *move = first_move(q);
            return PROGRAM_BOT_WELL;
        }
        if (!kn_slice_begins(line, "after "))
            return read_move(q, line, move);
        kn_take_until(&number, ' ', &word);
        if (!kn_read_int(number, 0, DELAY_MOST_MS, delay_ms))
            return PROGRAM_BOT_UNREADABLE;
    }
    return why_of(answer);
}

static program_bot_why converse(program_bot *b, const program_question *q, kn_move *move,
                                int64_t *delay_ms)
{
    program_bot_why why = b->program ? PROGRAM_BOT_WELL : greet(b);
    int64_t until = native_steady_ns() + b->plan->move_ms * 1000000;
    if (why)
        return why;
    program_turn(b->program);
    program_answer answer = tell_match(b, q, until);
    if (!answer)
        answer = put_question(b, q, until);
    return answer ? why_of(answer) : hear(b, q, until, move, delay_ms);
}

static bool is_stopped(const program_bot *b)
{
    const atomic_bool *stop = b->plan->program.stop;
    return stop && atomic_load(stop);
}

program_bot_why program_bot_ask(program_bot *b, const program_question *q, kn_move *move,
                                int64_t *delay_ms)
{
    if (is_stopped(b))
        return PROGRAM_BOT_STOPPED;
    if (b->rests_until_ns > native_steady_ns())
        return PROGRAM_BOT_RESTS;
    program_bot_why why = converse(b, q, move, delay_ms);
    if (is_stopped(b))
        return PROGRAM_BOT_STOPPED;
    if (why)
        note_failure(b, why);
    else
        note_success(b);
    return why;
}

void program_bot_over(program_bot *b, const program_question *q)
{
    int64_t until = native_steady_ns() + b->plan->move_ms * 1000000;
    kn_actors won = q->game->result(q->view);
    int seats = ((const kn_setup *)q->view)->seats;
    if (!b->program || strcmp(b->match, q->match) != 0 || tell_events(b, q->events, until))
        return;
    kn_text text = kn_text_on(b->question, sizeof b->question);
    kn_put(&text, "position ");
    q->game->write_position(q->view, &text);
    kn_put(&text, "\nover won ");
    for (int seat = 0, any = 0; seat < seats; seat++)
        if (won & KN_ACTOR(seat)) {
            kn_put(&text, any++ ? "," : "");
            kn_put_int(&text, seat + 1);
        }
    kn_put(&text, " points ");
    for (int seat = 0; seat < seats; seat++) {
        kn_put(&text, seat ? "," : "");
        kn_put_int(&text, q->game->score(q->view, seat));
    }
    kn_put_char(&text, '\n');
    say(b, &text, until); /* if it does not listen, that shows at the next question */
}
