/* log-errors.ts: what is wrong with a log, in words: the same sentences as in the terminal. */
import { N_, _, words } from "../ui/words";

const sentences: Record<string, string> = {
    over: N_("the game is over"),
    not_due: N_("it is somebody else's turn"),
    illegal: N_("the rules do not allow this here"),
    too_soon: N_("the window has not closed yet"),
    too_late: N_("too late: the window has closed"),
    bad_time: N_("a time that cannot be"),
    unreadable: N_("this cannot be read"),
    impossible: N_("no match can reach this position"),
    bad_setup: N_("the number of seats or an option is out of range"),
    // prettier-ignore
    not_a_log: N_("this is not a log of Knobel: its first line must be \"knobel log 1\""),
    other_format: N_("this log has a format that this program does not know"),
    no_such_game: N_("there is no such game"),
    other_version: N_("this log was made under another version of the rules"),
    bad_line: N_("this is not a line that Knobel writes here"),
    bad_option: N_("this game has no such option or no such value for it"),
    bad_seat: N_("this does not describe a seat"),
    wrong_number: N_("the number does not follow: lines are missing, doubled or in another order"),
    time_backwards: N_("the time goes backwards"),
    wrong_dice: N_("this is not what the sealed secret gives: the dice or a move before was changed"),
    wrong_salt: N_("after a move was taken back, the salt must stay the same"),
    wrong_secret: N_("the secret does not fit the seal"),
    cut_off: N_("the log is cut off here"),
    changed: N_("the check does not fit: something above was changed after it was written"),
    leftover: N_("there is something behind the end"),
    too_long: N_("the log is too long"),
};

/** `line` 0: not of one line. */
export function wrongWords(reason: string, line: number): string {
    const why = sentences[reason] ? words(sentences[reason]) : reason;
    return line > 0 ? _("Line {line}: {why}.", { line, why }) : _("It cannot be read: {why}.", { why });
}
