/* scene.h: what the house has said about one room: who sits where, the table as the current player
 * sees it, the events, the chat. Faces draw from it and never change it. */
#ifndef KNOBEL_TERMINAL_SCENE_H
#define KNOBEL_TERMINAL_SCENE_H

#include "games/games.h"
#include "protocol/look.h"
#include "table/table.h"

enum {
    SCENE_TOLD_MAX = 2000, /* lines kept; the oldest are dropped */
    SCENE_TALK_MAX = 200,
    SCENE_CALLS_MAX = 6,
    SCENE_TEXT_MAX = 320, /* bytes of one line, with the final zero */
    SCENE_GAME_MAX = 24,
    SCENE_SPOKEN = 20, /* the actor of a line of chat */
};

/* One thing that happened, in words; the dice of one throw are one thing. */
typedef struct {
    int actor; /* a seat, KN_CHANCE, KN_CLOCK, TABLE_BACK or SCENE_SPOKEN */
    uint32_t number;
    int64_t at_ms; /* not to be shown before */
    char text[SCENE_TEXT_MAX];
} scene_line;

/* A line of chat, or a call to the player who grabs, which has no number. */
typedef struct {
    uint32_t number;
    int64_t at_ns; /* when it arrived, on the steady clock */
    char from[TABLE_NAME_MAX];
    char text[SCENE_TEXT_MAX];
} scene_talk;

typedef struct scene {
    /* the last message of each kind; NULL: none yet */
    json_t *room, *you, *table, *opinions;
    int64_t table_ns; /* when the last table message arrived, on the steady clock */

    char game[SCENE_GAME_MAX]; /* its key */
    int seats;                 /* of the match; before a match, the most that the game allows */
    char names[KN_SEATS_MAX][TABLE_NAME_MAX]; /* empty: the seat is free */
    kn_actors bots, away, mine;
    bool host;

    bool playing, over, stopped;
    uint32_t match, event;
    kn_actors due, won;
    bool ours, dice_due; /* real dice are used; real dice are to be thrown now */

    /* Who looks, a seat or KN_WATCHER; what it sees and what that seat may do. */
    int viewer;
    json_t *view, *moves;
    bool calm; /* no animation */
    bool home; /* the house is local: nobody else waits for it */

    scene_line *told;
    int told_count;
    scene_talk *talk;
    int talk_count;
    scene_talk calls[SCENE_CALLS_MAX];
    int call_count;
    int grip_seat, grip_um; /* the hand of someone else at the deck; seat -1: none */
} scene;

void scene_open(scene *s);
void scene_close(scene *s);

/* Take in a message of the house; those that are not about the room are ignored. */
void scene_hear(scene *s, json_t *message);

/* Add a remark of our own to what was said. */
void scene_remark(scene *s, const char *text);

/* Show the view of one of our seats, or a watcher's. */
void scene_look(scene *s, int viewer);

/* The view of one of our seats; NULL if it is not known. */
json_t *scene_view_of(const scene *s, int seat);

/* Milliseconds since the table opened, now. */
int64_t scene_now_ms(const scene *s);

const char *scene_name(const scene *s, int seat);

/* How many of the lines may be shown now: where reaction counts, the last ones may be dated ahead.
 */
int scene_told_now(const scene *s);

/* An option of the match; empty if there is none. */
const char *scene_option(const scene *s, const char *key);

#endif
