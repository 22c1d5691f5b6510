/* words.c: the words of the template: what its identifiers and options are called. */
#include "words/words.h"

static const words_key keys[] = {
    KC_("game", "template"),
    K_END,
};

const words_game template_words = {
    .game = "template",
    .keys = keys,
};
