/* log-errors.ts: what is wrong with a log, in words: the same sentences as in the terminal. */
import { N_, _, words } from "../ui/words";

const sentences: Record<string, string> = {
    over: N_("the match is over"),
    not_due: N_("it is someone else's turn"),
    illegal: N_("the rules do not allow this here"),
    too_soon: N_("too soon: the time is not up yet"),
    too_late: N_("too late: the time is up"),
    bad_time: N_("impossible time"),
    unreadable: N_("this cannot be read"),
    impossible: N_("no match can reach this position"),
    bad_setup: N_("the number of seats or an option is out of range"),
    // prettier-ignore
    not_a_log: N_("this is not a Knobel log: its first line must be \"knobel log 2\""),
    other_format: N_("this log has a format that this program does not know"),
    no_such_game: N_("there is no such game"),
    other_version: N_("this log was made under another version of the rules"),
    bad_line: N_("this is not a valid line here"),
    bad_option: N_("this game has no such option or no such value for it"),
    bad_seat: N_("this is not a valid seat"),
    wrong_number: N_("the number is out of sequence: lines are missing, repeated or out of order"),
    time_backwards: N_("the time goes backwards"),
    wrong_dice: N_("this does not match the sealed secret: the dice or an earlier move was changed"),
    wrong_salt: N_("after a move was taken back, the salt must stay the same"),
    wrong_secret: N_("the secret does not match the seal"),
    cut_off: N_("the log is cut off here"),
    changed: N_("the checksum does not match: something above was changed after it was written"),
    leftover: N_("there is extra text after the end"),
    too_long: N_("the log is too long"),
};

/** `line` 0: not of one line. */
export function wrongWords(reason: string, line: number): string {
    const why = sentences[reason] ? words(sentences[reason]) : reason;
    return line > 0 ? _("Line {line}: {why}.", { line, why }) : _("This can't be read: {why}.", { why });
}
