/* answers.c: the answers of tables and houses, in words. See answers.h. */
#include "sentences/answers.h"

#include <string.h>

#include "words/words.h"

static const char *const sentences[TABLE_ANSWERS] = {
    [KN_OK] = N_("all is well"),
    [KN_OVER] = N_("the match is over"),
    [KN_NOT_DUE] = N_("it is someone else's turn"),
    [KN_ILLEGAL] = N_("the rules do not allow this here"),
    [KN_TOO_SOON] = N_("too soon: the time is not up yet"),
    [KN_TOO_LATE] = N_("too late: the time is up"),
    [KN_BAD_TIME] = N_("impossible time"),
    [KN_UNREADABLE] = N_("this cannot be read"),
    [KN_IMPOSSIBLE] = N_("no match can reach this position"),
    [KN_BAD_SETUP] = N_("the number of seats or an option is out of range"),
    [TABLE_NO_MEMORY] = N_("there is no memory left for the log"),
    [TABLE_LOG_FULL] = N_("the match has become too long to save"),
    [TABLE_NO_SUCH_SEAT] = N_("there is no such seat at this table"),
    [TABLE_NOT_OURS] = N_("at this table the house throws the dice"),
    [TABLE_NO_DICE_DUE] = N_("there is nothing to throw right now"),
    [TABLE_NO_SECRET] = N_("this log has no secret: it can be viewed but not continued"),
    [TABLE_NOTHING_BACK] = N_("there is nothing to take back"),
    [TABLE_TOO_MANY_BACKS] = N_("no more moves can be taken back in this match"),
    [TABLE_DICE_SHOWN] = N_("dice have been thrown since: what was seen cannot be taken back"),
    [TABLE_SAME_STANDS] = N_("with the same dice for everyone no move can be taken back"),
    [TABLE_BAD_NAME] =
        N_("a name must be 1 to 39 bytes of plain text, with no space at either end"),
    [TABLE_NOTHING_THERE] = N_("there is no such entry, or it no longer counts"),
    [TABLE_HOUSE_THREW_IT] = N_("the house threw that one: there is nothing to correct"),
    [TABLE_TIME_COUNTED] = N_("reaction time counted there: it cannot be taken back"),
    [TABLE_NOT_A_LOG] = N_("this is not a Knobel log: its first line must be \"knobel log 2\""),
    [TABLE_OTHER_FORMAT] = N_("this log has a format that this program does not know"),
    [TABLE_NO_SUCH_GAME] = N_("there is no such game"),
    [TABLE_OTHER_VERSION] = N_("this log was made under another version of the rules"),
    [TABLE_BAD_LINE] = N_("this is not a valid line here"),
    [TABLE_BAD_OPTION] = N_("this game has no such option or no such value for it"),
    [TABLE_BAD_SEAT] = N_("this is not a valid seat"),
    [TABLE_WRONG_NUMBER] =
        N_("the number is out of sequence: lines are missing, repeated or out of order"),
    [TABLE_TIME_BACKWARDS] = N_("the time goes backwards"),
    [TABLE_WRONG_DICE] =
        N_("this does not match the sealed secret: the dice or an earlier move was changed"),
    [TABLE_WRONG_SALT] = N_("after a move was taken back, the salt must stay the same"),
    [TABLE_WRONG_SECRET] = N_("the secret does not match the seal"),
    [TABLE_CUT_OFF] = N_("the log is cut off here"),
    [TABLE_CHANGED] =
        N_("the checksum does not match: something above was changed after it was written"),
    [TABLE_LEFTOVER] = N_("there is extra text after the end"),
    [TABLE_TOO_LONG] = N_("the log is too long"),
};

const char *answer_words(table_answer answer)
{
    return _(sentences[answer]);
}

/* ---- by key ---- */

typedef struct {
    const char *key, *words;
} said;

static const said refusals[] = {
    {"not_understood", N_("the server did not understand this")},
    {"no_such_room", N_("that room does not exist or was deleted")},
    {"other_room", N_("this connection leads to another room")},
    {"elsewhere", N_("the room is on another machine, which does not answer; try again")},
    {"not_entered", N_("join the room first")},
    {"not_host", N_("only the host may do this")},
    {"not_yours", N_("that seat belongs to someone else")},
    {"no_such_seat", N_("there is no such seat at this table")},
    {"seat_taken", N_("that seat is taken")},
    {"seat_free", N_("that seat is empty")},
    {"other_hand", N_("you have or had another seat in this match: take this one when it is over")},
    {"locked", N_("the host is not letting anyone new sit down")},
    {"removed", N_("the host has removed you: you may watch, but not sit down again")},
    {"full", N_("there are no free seats")},
    {"too_few", N_("there are not enough players for this game")},
    {"too_many", N_("there are too many players for this game")},
    {"playing", N_("not possible during a match")},
    {"not_playing", N_("no match is in progress")},
    {"bad_name", N_("a name must be 1 to 39 bytes of plain text, with no space at either end")},
    {"bad_text", N_("this message cannot be sent")},
    {"bad_salt", N_("the salt is not valid")},
    {"bad_level", N_("there is no such bot")},
    {"bad_option", N_("this game has no such option or no such value for it")},
    {"no_such_game", N_("there is no such game")},
    {"not_yet", N_("the day of these dice has not begun yet")},
    {"outdated", N_("too late: the match has moved on")},
    {"no_vote", N_("there is nothing left to decide")},
    {"no_hints", N_("there are no hints in this room")},
    {"not_now", N_("no hints while reaction time counts")},
    {"no_reactions", N_("reactions are switched off in this room")},
    {"quiet_now", N_("no reactions while everyone is deciding")},
    {"moved", N_("your seat is on another device now; to watch here, join under another name")},
    {"bad_key", N_("this link no longer works: it moves a seat once, within ten minutes")},
    {"seated", N_("this device already has a seat here")},
    {"slow_down", N_("too fast: wait a moment")},
    {"busy", N_("the server is full")},
    {"no_space", N_("the server has no space left; what has begun can be played to its end")},
    {"host", N_("the server is not called by this name")},
    {"disk", N_("the server cannot write to its disk; nothing is accepted until it can")},
    {"damaged", N_("the server cannot read this room: its data is damaged")},
    {"draining", N_("the server is about to stop; come back in a moment")},
    {"origin", N_("the server does not accept pages from this origin")},
};

static const said phrases[] = {
    {"hello", N_("Hello!")},
    {"good_luck", N_("Good luck!")},
    {"well_played", N_("Well played!")},
    {"thanks", N_("Thank you!")},
    {"sorry", N_("Sorry!")},
    {"oops", N_("Oops!")},
    {"wow", N_("Wow!")},
    {"your_turn", N_("It's your turn.")},
    {"one_moment", N_("One moment, please.")},
    {"again", N_("Play again?")},
    {"good_game", N_("Good game!")},
    {"bye", N_("Bye!")},
};

static const said reactions[] = {
    {"bravo", N_("Bravo!")}, {"laugh", N_("Haha!")},        {"wow", N_("Wow!")},
    {"oh_no", N_("Oh no!")}, {"heart", N_("I like that!")}, {"luck", N_("Good luck!")},
    {"hmm", N_("Hmm…")},     {"party", N_("Hurray!")},
};

static const said calls[] = {
    {"more", N_("more!")},
    {"less", N_("less!")},
    {"stop", N_("stop!")},
};

static const char *find(const said *list, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].key, key) == 0)
            return _(list[i].words);
    return NULL;
}

const char *refusal_words(const char *why)
{
    const char *found = find(refusals, sizeof refusals / sizeof *refusals, why);
    for (table_answer answer = 0; !found && answer < TABLE_ANSWERS; answer++)
        if (strcmp(table_answer_key(answer), why) == 0)
            found = answer_words(answer);
    return found ? found : why;
}

const char *phrase_words(const char *key)
{
    const char *found = find(phrases, sizeof phrases / sizeof *phrases, key);
    return found ? found : key;
}

const char *call_words(const char *word)
{
    const char *found = find(calls, sizeof calls / sizeof *calls, word);
    return found ? found : word;
}

const char *reaction_words(const char *what)
{
    const char *found = find(reactions, sizeof reactions / sizeof *reactions, what);
    return found ? found : what;
}

const char *answer_rolls(unsigned rolls, bool same)
{
    if (same)
        return words_plural(
            "%u roll checks out: it matches the dice everyone gets under this name.\n",
            "All %u rolls check out: they match the dice everyone gets under this name.\n", rolls);
    return words_plural(
        "%u roll checks out: it is what the house sealed before the first move.\n",
        "All %u rolls check out: they are what the house sealed before the first move.\n", rolls);
}
