/* refusals.ts: why something was refused, in words. The keys are those of docs/protocol.md. */
import { N_, _, words } from "./words";

const reasons: Record<string, string> = {
    lost: N_("The connection was lost. Please try again."),
    not_understood: N_("The server did not understand that."),
    no_such_room: N_("That room no longer exists."),
    not_host: N_("Only the host may do that."),
    not_yours: N_("That seat belongs to someone else."),
    no_such_seat: N_("There is no such seat."),
    seat_taken: N_("That seat is taken."),
    seat_free: N_("That seat is empty."),
    locked: N_("The host is not letting anyone new sit down."),
    removed: N_("The host has removed you: you may watch, but not sit down again."),
    full: N_("No seat is free."),
    too_few: N_("There are not enough players for this game."),
    too_many: N_("There are too many players for this game."),
    playing: N_("You can't do that during a match."),
    not_playing: N_("No match is in progress."),
    bad_name: N_("A name must have 1 to 39 characters and cannot start or end with a space."),
    bad_text: N_("That message can't be sent."),
    bad_option: N_("That option isn't available here."),
    no_such_game: N_("This server does not have that game."),
    outdated: N_("The match has moved on in the meantime."),
    no_hints: N_("There are no hints in this room."),
    not_now: N_("There are no hints while reaction time counts."),
    slow_down: N_("Please slow down a little."),
    busy: N_("The server is full. Please try again later."),
    no_space: N_("The server has no space left. Matches that have begun can be played to the end."),
    disk: N_("The server can't save anything right now, so it is not accepting moves. It keeps trying."),
    damaged: N_("This room can't be read: its data is damaged."),
    disk_full: N_("This device has no space left to save a match. Free up some space and try again."),
    draining: N_("The server is about to restart. Please wait a moment."),
    over: N_("The match is over."),
    not_due: N_("It's not your turn."),
    illegal: N_("The rules do not allow that."),
    too_soon: N_("That was too soon."),
    too_late: N_("That was too late."),
    unreadable: N_("That is not a move."),
    log_full: N_("This match has become too long to save."),
    not_ours: N_("At this table the house throws the dice."),
    no_dice_due: N_("There is nothing to throw now."),
    nothing_back: N_("There is nothing to take back."),
    nothing_there: N_("That entry no longer counts."),
    house_threw_it: N_("The house threw that one, so there is nothing to correct."),
    time_counted: N_("That was decided by reaction time, so it can't be taken back."),
    too_many_backs: N_("No more moves can be taken back in this match."),
};

export function whyNot(why: string): string {
    const reason = reasons[why];
    return reason ? words(reason) : _("That is not possible ({why}).", { why });
}
