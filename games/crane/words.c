/* words.c: the words of Tactile Crane Championship: its identifiers and options, reasons and
 * nudges. */
#include "words/words.h"

static const words_key keys[] = {
    KC_("game", "crane"),
    K_("achieved"),
    K_("bet"),
    K_("bet_cards"),
    K_("deck"),
    K_("finger"),
    K_("got"),
    K_("has_bet"),
    K_("high"),
    K_("jackpot"),
    K_("jackpot_change"),
    K_("jackpots"),
    K_("just"),
    K_("low"),
    K_("multipliers"),
    K_("multipliers_left"),
    K_("slip"),
    K_("tied"),
    K_("travel_um"),
    K_("turns"),
    K_("bets"),
    K_("eyes"),
    K_("flip"),
    K_("grab"),
    K_("index"),
    K_("little"),
    K_("middle"),
    KC_("crane", "dice"),
    KC_("crane", "our_dice"),
    KC_("crane", "ring"),
    KC_("crane", "cards"),
    KC_("crane", "card"),
    KC_("crane", "right"),
    KC_("crane", "count"),
    KC_("crane", "close"),
    KC_("crane", "open"),
    K_END,
};

static const words_option options[] = {
    {"bet_goal", NULL, N_("Two-player goal")},
    {"bet_goal", "each_kind", N_("One of each kind")},
    {"bet_goal", "any_three", N_("Any three")},
    {"hand", NULL, N_("Hand")},
    {"hand", "screen", N_("On screen")},
    {"hand", "cards", N_("Real cards")},
    {NULL, NULL, NULL},
};

static const words_reason reasons[] = {
    {"too_many", N_("Too many cards: {chance} (estimate)."), NULL, WORDS_ALWAYS},
    {"too_few", N_("Too few cards: {chance} (estimate)."), NULL, WORDS_ALWAYS},
    {"exact", N_("Exactly right: {chance} (estimate)."), NULL, WORDS_ALWAYS},
    {"pays", P_("A correct bet wins {n} card.", "A correct bet wins {n} cards."), WORDS_BY_AMOUNT},
    {"shares", P_("Correct bets share {n} card.", "Correct bets share {n} cards."),
     WORDS_BY_AMOUNT},
    {"goal", N_("If this bet is right, you win."), NULL, WORDS_ALWAYS},
    {"grab",
     P_("Exactly {count} card: {chance}, with a steady hand.",
        "Exactly {count} cards: {chance}, with a steady hand."),
     WORDS_BY_COUNT},
    {"takes", P_("It pays {n} card.", "It pays {n} cards."), WORDS_BY_AMOUNT},
    {"holds", P_("It then holds {n} card.", "It then holds {n} cards."), WORDS_BY_AMOUNT},
    {NULL, NULL, NULL, WORDS_ALWAYS},
};

static const words_nudge nudges[] = {
    {"bet", N_("Think about the last few grabs and what each bet pays.")},
    {"jackpot", N_("Compare the two jackpots.")},
    {"grab", N_("Too many cards win nothing: better too few.")},
    {NULL, NULL},
};

const words_game crane_words = {
    .game = "crane",
    .short_title = N_("Crane"),
    .about = N_("Eyes closed and one finger short, lift exactly the right number of cards while "
                "the others bet and mislead you."),
    .by = "Tentsuku Shimizu · SUKI Games",
    .minutes = "15",
    .bots = 2,
    .keys = keys,
    .options = options,
    .reasons = reasons,
    .nudges = nudges,
};
