/* answers.c: answers as keys and sentences. See knobel.h. */
#include "library/inside.h"

/* The answers of the library are those of the table, with the same numbers. */
#define SAME(name, of)                                                                             \
    _Static_assert((int)KNOBEL_##name == (int)of##_##name, "a number has changed")
SAME(OK, KN);
SAME(OVER, KN);
SAME(NOT_DUE, KN);
SAME(ILLEGAL, KN);
SAME(TOO_SOON, KN);
SAME(TOO_LATE, KN);
SAME(BAD_TIME, KN);
SAME(UNREADABLE, KN);
SAME(IMPOSSIBLE, KN);
SAME(BAD_SETUP, KN);
SAME(NO_MEMORY, TABLE);
SAME(LOG_FULL, TABLE);
SAME(NO_SUCH_SEAT, TABLE);
SAME(NOT_OURS, TABLE);
SAME(NO_DICE_DUE, TABLE);
SAME(NO_SECRET, TABLE);
SAME(NOTHING_BACK, TABLE);
SAME(TOO_MANY_BACKS, TABLE);
SAME(DICE_SHOWN, TABLE);
SAME(SAME_STANDS, TABLE);
SAME(BAD_NAME, TABLE);
SAME(NOTHING_THERE, TABLE);
SAME(HOUSE_THREW_IT, TABLE);
SAME(TIME_COUNTED, TABLE);
SAME(NOT_A_LOG, TABLE);
SAME(OTHER_FORMAT, TABLE);
SAME(NO_SUCH_GAME, TABLE);
SAME(OTHER_VERSION, TABLE);
SAME(BAD_LINE, TABLE);
SAME(BAD_OPTION, TABLE);
SAME(BAD_SEAT, TABLE);
SAME(WRONG_NUMBER, TABLE);
SAME(TIME_BACKWARDS, TABLE);
SAME(WRONG_DICE, TABLE);
SAME(WRONG_SALT, TABLE);
SAME(WRONG_SECRET, TABLE);
SAME(CUT_OFF, TABLE);
SAME(CHANGED, TABLE);
SAME(LEFTOVER, TABLE);
SAME(TOO_LONG, TABLE);
_Static_assert((int)TABLE_ANSWERS == (int)KNOBEL_TOO_LONG + 1, "every answer has a number");

static const char *const keys[] = {
    [KNOBEL_BAD_ARGUMENT] = "bad_argument",
    [KNOBEL_TOO_SMALL] = "too_small",
    [KNOBEL_NO_SUCH_LEVEL] = "no_such_level",
    [KNOBEL_NO_JUDGE] = "no_judge",
    [KNOBEL_NO_SOLUTION] = "no_solution",
    [KNOBEL_OTHER_SOLUTION] = "other_solution",
    [KNOBEL_STOPPED] = "stopped",
    [KNOBEL_NO_ENCODING] = "no_encoding",
    [KNOBEL_NO_NUMBER] = "no_number",
    [KNOBEL_NO_RANDOMNESS] = "no_randomness",
};

static const char *const texts[] = {
    [KNOBEL_OK] = "All is well.",
    [KNOBEL_OVER] = "The match is over.",
    [KNOBEL_NOT_DUE] = "This actor may not act now.",
    [KNOBEL_ILLEGAL] = "This is not a legal move here.",
    [KNOBEL_TOO_SOON] = "The clock may not act yet.",
    [KNOBEL_TOO_LATE] = "The time for this move is over.",
    [KNOBEL_BAD_TIME] = "This time cannot be.",
    [KNOBEL_UNREADABLE] = "The text is not a move, or not a position.",
    [KNOBEL_IMPOSSIBLE] = "No match can reach this position.",
    [KNOBEL_BAD_SETUP] = "Seats or options are out of range.",
    [KNOBEL_NO_MEMORY] = "There is not enough memory.",
    [KNOBEL_LOG_FULL] = "The log of this match is full.",
    [KNOBEL_NO_SUCH_SEAT] = "There is no such seat.",
    [KNOBEL_NOT_OURS] = "The table throws the dice here.",
    [KNOBEL_NO_DICE_DUE] = "There is nothing to throw now.",
    [KNOBEL_NO_SECRET] = "Without its secret a log can only be looked at.",
    [KNOBEL_NOTHING_BACK] = "There is nothing to take back.",
    [KNOBEL_TOO_MANY_BACKS] = "Too much was taken back in this match.",
    [KNOBEL_DICE_SHOWN] = "Someone has seen dice since then.",
    [KNOBEL_SAME_STANDS] = "Nothing is taken back with the same dice for everyone.",
    [KNOBEL_BAD_NAME] = "A name must be 1 to 39 bytes of plain text.",
    [KNOBEL_NOTHING_THERE] = "There is no such entry, or it no longer counts.",
    [KNOBEL_HOUSE_THREW_IT] = "The table threw that die: there is nothing to correct.",
    [KNOBEL_TIME_COUNTED] = "Reaction time has decided this.",
    [KNOBEL_NOT_A_LOG] = "This is not a log.",
    [KNOBEL_OTHER_FORMAT] = "The log has another format.",
    [KNOBEL_NO_SUCH_GAME] = "There is no such game.",
    [KNOBEL_OTHER_VERSION] = "The log was played by another version of the rules.",
    [KNOBEL_BAD_LINE] = "A line of the log is malformed.",
    [KNOBEL_BAD_OPTION] = "An option of the log is wrong.",
    [KNOBEL_BAD_SEAT] = "A seat of the log is wrong.",
    [KNOBEL_WRONG_NUMBER] = "An event of the log has a wrong number.",
    [KNOBEL_TIME_BACKWARDS] = "The time in the log goes backwards.",
    [KNOBEL_WRONG_DICE] = "A roll does not follow from the secret.",
    [KNOBEL_WRONG_SALT] = "A salt of the log is wrong.",
    [KNOBEL_WRONG_SECRET] = "The secret does not fit the seal.",
    [KNOBEL_CUT_OFF] = "The log is cut off.",
    [KNOBEL_CHANGED] = "The log was changed.",
    [KNOBEL_LEFTOVER] = "Something follows the end of the log.",
    [KNOBEL_TOO_LONG] = "The text is too long.",
    [KNOBEL_BAD_ARGUMENT] = "An argument is missing or out of range.",
    [KNOBEL_TOO_SMALL] = "The buffer is too small.",
    [KNOBEL_NO_SUCH_LEVEL] = "There is no such level of a bot.",
    [KNOBEL_NO_JUDGE] = "Nobody can judge this game.",
    [KNOBEL_NO_SOLUTION] = "A solution is needed, or there is none to compute.",
    [KNOBEL_OTHER_SOLUTION] = "The solution is of another game or of other options.",
    [KNOBEL_STOPPED] = "It was stopped.",
    [KNOBEL_NO_ENCODING] = "This game has no numbers for its moves.",
    [KNOBEL_NO_NUMBER] = "This move has no number, or this number means no move here.",
    [KNOBEL_NO_RANDOMNESS] = "The system has no random numbers.",
};

PUBLIC const char *knobel_answer_key(knobel_answer answer)
{
    unsigned number = (unsigned)answer;
    if (number < TABLE_ANSWERS)
        return table_answer_key((table_answer)number);
    const char *key = number < sizeof keys / sizeof *keys ? keys[number] : NULL;
    return key ? key : "unknown";
}

PUBLIC const char *knobel_answer_text(knobel_answer answer)
{
    unsigned number = (unsigned)answer;
    const char *text = number < sizeof texts / sizeof *texts ? texts[number] : NULL;
    return text ? text : "This is not an answer.";
}

PUBLIC const char *knobel_version(void)
{
    return KNOBEL_VERSION;
}
