/* face.h: what a game looks like in the terminal: games/GAME/terminal.c exports one `face`.
 *
 * A face draws a view and turns keys into the text of a move; it knows no rules. What is chosen,
 * but not yet a move, is in a `face_choice`, which is emptied whenever the table changes. The mouse
 * needs no code of its own: a face marks spots that stand for keys. */
#ifndef KNOBEL_TERMINAL_FACE_H
#define KNOBEL_TERMINAL_FACE_H

#include "games/list.h"
#include "table/log.h"
#include "table/table.h"
#include "terminal/draw.h"
#include "terminal/scene.h"

enum { FACE_SHOW_NOW = -1, FACE_ASK_MAX = 160 };

/* A choice in progress; each face uses what it needs. All zero at first. */
typedef struct {
    int cursor;       /* the cursor */
    uint32_t marked;  /* what is chosen so far, one bit each */
    int step;         /* the step of the choice */
    int kind, place;  /* what was chosen in earlier steps */
    int64_t shown_ns; /* when the dice whose reaction time counts were shown; FACE_SHOW_NOW while
                         drawing: this frame is the first to show them */
    int64_t began_ns; /* when the hand began to move, or the dice to tumble; 0: they rest */
    double travel;    /* how far it had moved before */
    int64_t wake_ns;  /* draw again at this time, on the steady clock; 0: no need */
} face_choice;

/* What a key led to. */
typedef struct {
    enum {
        FACE_NOTHING, /* the face does not use the key; the match may */
        FACE_CHOSE,   /* the choice has changed */
        FACE_MOVE,    /* `text` is a move of `seat` */
        FACE_CALL,    /* `text` is called: `more`, `less`, `stop` */
        FACE_GRIP,    /* the hand of `seat` is at `um` */
        FACE_TYPE,    /* the player wants to type words to call out */
        FACE_HURRY,   /* nobody here will act any more: skip the time until the others have */
    } what;
    int seat;
    int um;
    double after_ms; /* time since the dice were shown, if reaction counts; negative if not */
    char text[KN_MOVE_TEXT_MAX];
    char ask[FACE_ASK_MAX]; /* a question before the move is made; empty: none */
} face_act;

typedef enum { FACE_AS_SEEN, FACE_OPEN, FACE_SECRET } face_secrecy;

/* What counts of a hand: the milliseconds of its right hits, or how many cards each grab was off.
 */
typedef enum { FACE_FAST, FACE_STEADY } face_hand;

typedef struct face {
    const char *game; /* its key */
    bool together; /* everyone at this keyboard looks and acts at the same time: no handing over */

    /* Draw the table, in at least 14 rows and 40 columns. The large layout needs 19 rows and 80
     * columns: see area_is_small. */
    void (*draw)(const scene *s, face_choice *c, area a);
    /* The keys that mean something now, for the bar. At most DRAW_KEYS_MAX. */
    int (*keys)(const scene *s, const face_choice *c, draw_key *out);
    /* A key was pressed, at this time on the steady clock. */
    face_act (*key)(const scene *s, face_choice *c, int key, int64_t at_ns);
    /* Optional: the table has changed; keep the part of the previous choice that still makes sense.
     */
    void (*carry)(const scene *s, const face_choice *before, face_choice *now);
    /* Optional: time has passed (see wake_ns). */
    face_act (*wake)(const scene *s, face_choice *c, int64_t at_ns);
    /* Optional: must everything except the face be hidden now? */
    bool (*dark)(const scene *s);
    /* Optional: may others at this keyboard watch while the current seat chooses? Without this: if
     * they see the same. */
    face_secrecy (*secrecy)(const scene *s);
    /* Optional: a move or a throw in words, without who made it; `dice` and `keep 4 4` as in the
     * log. False: not worth mentioning. */
    bool (*tell)(const scene *s, const log_line *line, kn_text *out);
    /* Optional: what to type when real dice were thrown. */
    const char *(*ask_dice)(const scene *s);
    /* Optional: the review of a match in which moves have no value of their own, in lines that
     * start with `- `. */
    void (*review)(const table *t, kn_text *out);
    /* Optional: what the hand of a seat did in a match, the less the better; returns how many
     * values there are, at most `most`. */
    int (*hand)(const table *t, int seat, int *values, int most);
    face_hand hand_kind;
} face;

extern const face face_any;
#define FACES_DECLARE(name) extern const face face_##name;
GAMES_WITH_TERMINAL(FACES_DECLARE)

/* The face of a game; the generic one if it has none of its own. */
const face *face_for(const char *game);

/* ---- what faces share ---- */

/* A move of the seat that looks. */
face_act face_move(const scene *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
extern const face_act face_nothing, face_chose;

/* May the seat that looks make a move now? */
bool face_due(const scene *s);

/* Which of the first `count` of these keys was pressed: 0, 1, …; -1 for none. A click on the n-th
 * thing (SCREEN_PICK + n) counts as well. */
int face_pick(int key, const char *keys, int count);

/* The word for an identifier of the rules, in this game. */
const char *face_word(const scene *s, const char *key);

/* The name of a seat in its ink, with a mark if it is to move. */
void face_name(const scene *s, area a, int row, int column, int width, int seat);

/* Is the text of this move hidden? */
bool face_hidden(const log_line *line);

/* Thrown dice tumble for a moment: start when the table has changed; while they tumble, die `i`
 * seems to show this; a key ends it. */
void face_begin_tumble(const scene *s, face_choice *c);
int face_tumbling(face_choice *c, int i, int shows);
bool face_still_tumbling(const face_choice *c);

#endif
