/* words.c: the words of Yatzi: its identifiers and options, reasons and nudges. */
#include "words/words.h"

static const words_key keys[] = {
    KC_("game", "yatzi"),
    K_("bonus"),
    K_("chance"),
    K_("fives"),
    K_("four_of_a_kind"),
    K_("fours"),
    K_("full_house"),
    K_("hundreds"),
    K_("large_street"),
    K_("lower"),
    K_("ones"),
    K_("possible"),
    K_("sixes"),
    K_("small_street"),
    K_("three_of_a_kind"),
    K_("threes"),
    K_("throws"),
    K_("twos"),
    K_("upper"),
    K_("yatzi"),
    K_("fill"),
    K_END,
};

static const words_option options[] = {
    {"second_yatzi", NULL, N_("Second Yatzi")},
    {"second_yatzi", "rolled", N_("After any five of a kind")},
    {"second_yatzi", "box", N_("After 50 in the Yatzi box")},
    {"second_yatzi", "off", N_("Never")},
    {"sheet", NULL, N_("Score sheet")},
    {"sheet", "ravensburger", "Ravensburger"},
    {"sheet", "american", N_("American")},
    {NULL, NULL, NULL},
};

static const words_reason reasons[] = {
    {"needs", N_("{what} needs {faces}: {chance}."),
     N_("{what} needs {faces}: {chance} with two throws."), WORDS_BY_THROWS},
    {"reach", N_("{what}: {chance} with one throw."), N_("{what}: {chance} with two throws."),
     WORDS_BY_THROWS},
    {"sure", N_("{what} is certain."), NULL, WORDS_ALWAYS},
    {"brings", N_("{what}: {amount} points on average."), NULL, WORDS_ALWAYS},
    {"turn", N_("{amount} points this turn and {average} later, on average."), NULL, WORDS_ALWAYS},
    {"now",
     P_("{n} point now and {average} later, on average.",
        "{n} points now and {average} later, on average."),
     WORDS_BY_AMOUNT},
    {"later", N_("Keeps {than} for later."), NULL, WORDS_ALWAYS},
    {"bonus", N_("Brings the bonus closer: {amount} points more on average."), NULL, WORDS_ALWAYS},
    {"no_bonus", N_("Makes the bonus less likely: {amount} points fewer on average."), NULL,
     WORDS_ALWAYS},
    {NULL, NULL, NULL, WORDS_ALWAYS},
};

static const words_nudge nudges[] = {
    {"street", N_("Throw again and go for a straight.")},
    {"full_house", N_("Throw again and go for a full house.")},
    {"high_dice", N_("Throw again: you want high dice.")},
    {"upper_box", N_("Throw again and go for an upper box.")},
    {"equal_dice", N_("Throw again and collect matching dice.")},
    {"throw_again", N_("Throw again.")},
    {"good_enough", N_("These dice are good enough: fill a box.")},
    {"give_up", N_("Nothing fits well: give up the box that you will miss least.")},
    {"look_upper", N_("Look at your upper boxes.")},
    {"look_lower", N_("Look at your lower boxes.")},
    {NULL, NULL},
};

const words_game yatzi_words = {
    .game = "yatzi",
    .title = "Yatzi",
    .about = N_("Five dice, three throws, thirteen boxes. Luck comes and goes; what counts is "
                "where you score it."),
    .by = "Ravensburger",
    .minutes = "30",
    .bots = 1,
    .keys = keys,
    .options = options,
    .reasons = reasons,
    .nudges = nudges,
};
