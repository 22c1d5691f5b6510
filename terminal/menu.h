/* menu.h: the menu: which game, with which options, who sits where, in which language. */
#ifndef KNOBEL_TERMINAL_MENU_H
#define KNOBEL_TERMINAL_MENU_H

#include "table/table.h"
#include "terminal/edit.h"

typedef struct {
    const kn_game *game;
    kn_setup setup; /* its options; the seats are counted when it is left */
    bool ours;
    table_seat seat[KN_SEATS_MAX]; /* an empty name: nobody */
    char link[EDIT_MAX];           /* of a room to join */
    int row;                       /* the selected row when the menu was left */
    char notice[320];              /* shown when it is opened: why joining failed */
} menu_choice;

typedef enum { MENU_LEAVE, MENU_PLAY, MENU_JOIN } menu_answer;

/* The default: the first game, one person against a bot. */
void menu_begin(menu_choice *m, const kn_game *game);

/* The screen must be open. The choices are remembered for the next time. */
menu_answer menu_run(menu_choice *m);

#endif
