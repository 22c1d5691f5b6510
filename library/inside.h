/* inside.h: what the files of the library share. Not installed. */
#ifndef KNOBEL_LIBRARY_INSIDE_H
#define KNOBEL_LIBRARY_INSIDE_H

#include "bots/bot.h"
#include "core/encoding.h"
#include "library/knobel.h"
#include "table/table.h"

/* Marks what is exported; all else is hidden. */
#define PUBLIC __attribute__((visibility("default")))

struct knobel_position {
    const kn_game *game;
    table_state state;
};

struct knobel_solution {
    const bot_kind *kind;
    kn_setup setup; /* reduced: see bot_setup_to_solve */
    size_t bytes;
    void *solved;
};

struct knobel_table {
    table table;
};

/* A state begins with its setup. */
kn_setup library_setup(const void *state);

/* Is this somebody who may look? */
bool library_may_look(int who, int seats);

/* Copy a text to the caller, if it fits. */
knobel_answer library_hand_out(const char *text, size_t text_length, char *out, size_t size,
                               size_t *length);

/* A text from the caller; too long or NULL with a length is refused. */
bool library_given(const char *text, size_t length, kn_slice *out);

/* `GAME key=value …` */
knobel_answer library_read_position(kn_slice text, const kn_game **game, table_state *state);

/* A machine with only the members that its caller knows. */
bot_machine library_machine(const knobel_machine *machine);

/* The numbers of a game; NULL if it has none. */
const kn_encoding *library_encoding(const kn_game *game);
void library_shape(const kn_encoding *encoding, const kn_setup *setup, knobel_shape *shape);

/* The bits of who is due, into clear words; `view` is what a seat sees, for chance the state. */
void library_mask(const kn_encoding *encoding, const void *view, int who, uint64_t *words);

#endif
