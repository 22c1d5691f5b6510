/* words.c: the words of Yu-C-A-Tan: its identifiers and options, reasons and nudges. */
#include "words/words.h"

static const words_key keys[] = {
    KC_("game", "yucatan"),
    K_("points"),
    K_("card"),
    K_("cards"),
    K_("dash"),
    K_("face"),
    K_("faces"),
    K_("fits"),
    K_("in_cup"),
    K_("name"),
    K_("round"),
    K_("rounds"),
    K_("shape"),
    K_("sheet"),
    K_("used"),
    K_("worth"),
    K_("blue"),
    K_("circle"),
    K_("cross"),
    K_("even"),
    K_("odd"),
    K_("orange"),
    K_("red"),
    K_("square"),
    K_("pick"),
    K_("stop"),
    K_END,
};

static const words_option options[] = {
    {"rounds", NULL, N_("Rounds")},
    {NULL, NULL, NULL},
};

static const words_reason reasons[] = {
    {"hit", P_("The last die fits: {chance}.", "At least one of {count} dice fits: {chance}."),
     WORDS_BY_COUNT},
    {"risk", P_("If none fits, {n} point is lost.", "If none fits, {n} points are lost."),
     WORDS_BY_AMOUNT},
    {"turn", N_("The whole turn then scores {amount} points on average."), NULL, WORDS_ALWAYS},
    {"safe", P_("{n} point is safe.", "{n} points are safe."), WORDS_BY_AMOUNT},
    {NULL, NULL, NULL, WORDS_ALWAYS},
};

static const words_nudge nudges[] = {
    {"stop", N_("Better to stop with what you have.")},
    {"number", N_("Be bold: pick an exact number.")},
    {"odd_even", N_("Play it safe: odd or even.")},
    {"shape_colour", N_("Take the middle road: a shape or a colour.")},
    {NULL, NULL},
};

const words_game yucatan_words = {
    .game = "yucatan",
    .title = "Yu-C-A-Tan",
    .about = N_("Say what you will throw, then throw it. Again, or stop? Push your luck too far "
                "and you lose everything."),
    .by = "Carlo Emanuele Lanzavecchia · moses. Verlag",
    .minutes = "15",
    .bots = 1,
    .keys = keys,
    .options = options,
    .reasons = reasons,
    .nudges = nudges,
    .figures = N_("one turn, played for points: %.10f; by first card: odd or even %.10f, shape or "
                  "colour %.10f, number %.10f\n"),
};
