/* refusals.ts: why something was refused, in words. The keys are those of docs/protocol.md. */
import { N_, _, words } from "./words";

const reasons: Record<string, string> = {
    lost: N_("The connection was lost. Please try again."),
    not_understood: N_("The house did not understand that."),
    no_such_room: N_("There is no such room any more."),
    not_host: N_("Only the host may do that."),
    not_yours: N_("That seat is somebody else's."),
    no_such_seat: N_("There is no such seat."),
    seat_taken: N_("That seat is taken."),
    seat_free: N_("Nobody sits there."),
    locked: N_("The host lets nobody new sit down."),
    full: N_("No seat is free."),
    too_few: N_("Too few are seated for this game."),
    too_many: N_("Too many are seated for this game."),
    playing: N_("Not while a match is on."),
    not_playing: N_("There is no match on."),
    bad_name: N_("A name has 1 to 39 letters, without blanks at its ends."),
    bad_text: N_("That text cannot be sent."),
    bad_option: N_("That choice is not possible here."),
    no_such_game: N_("The house does not have this game."),
    outdated: N_("The table has gone on meanwhile."),
    no_hints: N_("There are no hints in this room."),
    not_now: N_("There are no hints while quick hands count."),
    slow_down: N_("Not so fast, please."),
    busy: N_("The house is full. Please try again later."),
    disk: N_("The house cannot write anything down just now, so nothing is accepted. It keeps trying."),
    disk_full: N_("This device has no room left to keep a match. Free some space, then try again."),
    draining: N_("The house is about to restart. Please wait a moment."),
    over: N_("The match is over."),
    not_due: N_("It is not your turn."),
    illegal: N_("The rules do not allow that."),
    too_soon: N_("That was too soon."),
    too_late: N_("That was too late."),
    unreadable: N_("That is not a move."),
    log_full: N_("This match has become too long to be kept."),
    not_ours: N_("At this table the house throws the dice."),
    no_dice_due: N_("There is nothing to throw now."),
    nothing_back: N_("There is nothing to take back."),
    nothing_there: N_("That entry no longer counts."),
    house_threw_it: N_("The house threw that one, so there is nothing to correct."),
    too_many_backs: N_("So much has been taken back that no more is possible."),
};

export function whyNot(why: string): string {
    const reason = reasons[why];
    return reason ? words(reason) : _("That is not possible ({why}).", { why });
}
