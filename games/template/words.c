/* words.c: the words of the template: its identifiers and options. */
#include "words/words.h"

/* The identifiers of its moves and positions; what several games share is in words/keys.c: `throw`,
 * `turn`, `dice`. */
static const words_key keys[] = {
    KC_("game", "template"),
    K_END,
};

static const words_option options[] = {
    {"goal", NULL, N_("Who wins")},
    {"goal", "highest", N_("the highest die")},
    {"goal", "lowest", N_("the lowest die")},
    {NULL, NULL, NULL},
};

const words_game template_words = {
    .game = "template",
    .keys = keys,
    .options = options,
};
