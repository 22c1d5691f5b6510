/* stage.h: what the files of a visit share: visit.c hears, draws and reads keys; lobby.c shows a
 * room without a match, match.c a match, end.c its end, evening.c the evening. */
#ifndef KNOBEL_TERMINAL_STAGE_H
#define KNOBEL_TERMINAL_STAGE_H

#include "native/review.h"
#include "terminal/awards.h"
#include "terminal/edit.h"
#include "terminal/face.h"
#include "terminal/pager.h"
#include "terminal/saving.h"
#include "terminal/visit.h"

enum { STAGE_NOTICE_MAX = 400 };

/* What the typed line is for. */
typedef enum {
    TYPE_NOTHING,
    TYPE_CHAT,
    TYPE_DICE,
    TYPE_CALL,
    TYPE_SAVE,
    TYPE_NAME,
} typing;

/* What the yes-or-no question is about. */
typedef enum {
    ASK_NOTHING,
    ASK_LEAVE,
    ASK_BACK,        /* may `asked_seat` take back a move? */
    ASK_SURE,        /* the tutor has doubts about `pending` */
    ASK_REMOVE,      /* must the person on `asked_seat` go? */
    ASK_ABSENT,      /* what happens to the seats of those who are away? */
    ASK_MOVE,        /* the face asks before `asked_move` */
    ASK_REPLACE,     /* is the file in `save_path` to be replaced? */
    ASK_GAME,        /* which game is next? */
    ASK_NEW_EVENING, /* must all points go? */
} asking;

/* How much of a hint is shown. */
enum { HINT_NONE, HINT_NUDGE, HINT_FEW, HINT_ALL };

/* The numbers of the messages that ask the judge, and that bring salts. */
enum { VISIT_ID_JUDGE = 1, VISIT_ID_SALT = 2 };

/* Why a log was asked for. */
enum { LOG_TO_CHECK = 1, LOG_TO_SAVE = 2, LOG_TO_REVIEW = 4, LOG_TO_AUTOSAVE = 8 };

/* The evening, while it is looked at. */
typedef struct {
    bool open, saving;
    int cursor; /* the selected match */
    struct {
        uint32_t match;
        char *text; /* empty: it cannot be had */
    } log[EVENING_MATCHES_MAX];
    int logs;
    uint32_t asked; /* the match whose log is on its way, or 0 */
    json_t *of;     /* the evening that the awards are of */
    awards awards;
    review_job *job; /* the review under way */
    int at;          /* of this match */
} evening_screen;

typedef struct visit {
    channel *channel;
    const visit_manner *manner;
    scene s;
    kn_random random;
    bool entered, left;

    /* the choice in progress, and its position */
    face_choice choice;
    uint32_t choice_match, choice_event;
    int choice_viewer;
    int handed_to; /* which of our seats holds the keyboard, or -1 */

    char notice[STAGE_NOTICE_MAX];
    ink notice_ink;

    typing typing;
    edit line;
    asking asking;
    int asked_seat;
    face_act asked_move;
    pager page;
    bool greeted; /* who came back into a seat has been told which */

    bool tutor, judging;
    int hints;        /* HINT_… */
    face_act pending; /* a move that waits for the tutor; FACE_NOTHING: none */

    int cursor; /* the selected seat in the room */
    bool cursor_placed;
    char salted_for[2 * TABLE_HASH_BYTES + 1]; /* the seal that our salts are for */
    char name[TABLE_NAME_MAX];                 /* our name, as last typed */

    /* the end */
    unsigned log_wanted;              /* LOG_… */
    char save_path[SAVING_PATH_MAX];  /* as typed */
    char saved_path[SAVING_PATH_MAX]; /* where a match was saved to by hand, and its number */
    uint32_t saved_match;
    char auto_path[SAVING_PATH_MAX]; /* where this match is saved to after every event */
    uint32_t auto_match;
    char *log; /* the log of the finished match, or NULL */
    uint32_t log_match;
    char checked[STAGE_NOTICE_MAX]; /* the result of checking its dice */
    bool result_shown;
    review_job *reviewing;

    evening_screen evening;
} visit;

/* ---- visit.c ---- */

void visit_notice(visit *v, ink with, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void visit_type(visit *v, typing for_what, const char *text);
void visit_ask(visit *v, asking for_what);

/* A message to the house: `visit_say(v, "{s:s, s:i}", "type", "agree", "seat", 2)`. */
void visit_say(visit *v, const char *format, ...);
void visit_make_move(visit *v, const face_act *act);
uint64_t visit_salt(visit *v);
void visit_want_log(visit *v, unsigned why);

/* The row of keys that are always there. */
int visit_house_keys(const visit *v, draw_key *out);

/* The rows below: the line for input, questions and messages, or else `says`; the keys of the
 * moment; those that are always there. Where little room is left, words wrap over the rows of keys.
 */
typedef struct {
    area line, bar, below;
} stage_rows;
stage_rows visit_take_rows(const visit *v, area *rest, const draw_key *own, int count,
                           const char *says);

/* Is the window smaller than the large layouts need? */
bool visit_is_small(void);
void visit_title(const visit *v, area a, const char *title);

/* ---- lobby.c ---- */

/* Someone has come in, sat down or left since this message about the room. */
void lobby_tell_changes(visit *v, const json_t *before);

void lobby_draw(visit *v, area a);
bool lobby_key(visit *v, int key);

/* ---- match.c ---- */

void match_draw(visit *v, area a);
bool match_key(visit *v, int key, int64_t at_ns);
void match_choose_viewer(visit *v);
bool match_must_hand_over(const visit *v);
void match_draw_hand_over(const visit *v, area a);
void match_wake(visit *v, int64_t at_ns);

/* The line for input, questions and messages. */
void match_draw_prompt(const visit *v, area a);

/* Ask for a file to save the log to; this name was typed before, or NULL. */
void match_begin_saving(visit *v, const char *typed);

/* A move in words. */
const char *match_move_words(const visit *v, int seat, const char *move);

/* ---- advice.c ---- */

/* The box over the table: a hint, or the tutor's objection to a move. */
void advice_draw(const visit *v, area a);

/* The next step of a hint; after the last one it is closed. */
void advice_next(visit *v);

/* The judge has answered: does the tutor accept the waiting move, or must it ask? */
void advice_hear(visit *v);

/* Make a move, perhaps after the tutor has asked. */
void advice_want_move(visit *v, const face_act *act);

/* ---- evening.c ---- */

bool visit_evening_is_worth_showing(const visit *v);
void visit_evening_open(visit *v);
void visit_evening_draw(visit *v, area a);
bool visit_evening_key(visit *v, int key);
void visit_evening_ask_game(char *out, size_t size);
void visit_evening_key_game(visit *v, int key);

/* The log of a finished match is kept for later; one that the evening has asked for. */
void visit_evening_keep_log(visit *v, uint32_t match, const char *text);
bool visit_evening_hear_log(visit *v, const json_t *message);

/* Reviews and saving in the background. */
void visit_evening_go_on(visit *v);
bool visit_evening_is_busy(const visit *v);
void visit_evening_free(visit *v);

/* ---- end.c ---- */

void end_reached(visit *v);
bool end_may_save(const visit *v, const char *path);
void end_hear_log(visit *v, const json_t *message);
void end_draw_result(visit *v, area a);
void end_draw_line(const visit *v, area a);
int end_keys(const visit *v, draw_key *out);
bool end_key(visit *v, int key);
void end_look_at_review(visit *v);
void end_free(visit *v);

#endif
