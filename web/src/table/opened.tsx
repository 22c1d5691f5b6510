/* opened.tsx: what is in the envelope: checks the log of a match and says in words what that shows, and what not. */
import { fetchLog } from "../connection/match-log";
import type { Room } from "../connection/messages";
import type { RoomConnection } from "../connection/room-connection";
import { Icon } from "../ui/icons";
import { fetchPart } from "../ui/part-loader";
import { _, _n } from "../ui/words";
import { verify, Wrong, type Flaw, type Found } from "./envelope";

export type Opened = { log: string } & ({ found: Found } | { why: string });

/** What is wrong with a log; its key where the words cannot be had. */
function inWords({ reason, line }: Wrong): Promise<string> {
    const coming = fetchPart(import("../review/log-errors"));
    return coming.then(
        ({ wrongWords }) => wrongWords(reason, line),
        () => `${line}: ${reason}`,
    );
}

/** Fails if it cannot be checked now. */
export async function openLog(connection: RoomConnection, match: number): Promise<Opened> {
    const log = await fetchLog(connection.code, match);
    try {
        return { log, found: await verify(log, connection.salts.remembered(match)) };
    } catch (error) {
        if (error instanceof Wrong) return { log, why: await inWords(error) };
        throw error;
    }
}

function flawWords(flaw: Flaw): string {
    switch (flaw) {
        case "seal":
            return _("The seal is not the one you were shown.");
        case "counted":
            return _("The server does not count its seals as it showed you.");
        case "missing":
            return _("A random number from your device is missing.");
        case "foreign":
            return _("A random number at your seat is not from your device.");
        case "left_out":
            return _("A move of yours was made without the random number from your device.");
        case "lines":
            return _("The log is not what you were shown during the match.");
        case "signature":
            return _("The server's signature is false.");
    }
}

/** How far the dice could be chosen: it depends on who has brought random numbers. */
function chosenWords({ salts, bareSeats, bareMoves, elsewhere }: Found, same: boolean): string {
    if (same) return _("They are the same dice everyone gets under this name.");
    if (salts === 0)
        return _(
            "The house sealed its secret before the first move, but no device added a random number. So the house could have chosen the secret for these rolls.",
        );
    if (bareSeats + bareMoves + elsewhere > 0)
        return _(
            "The house sealed its secret before the first move. Nobody alone, not even the house, could choose a roll that directly follows a random number from a device. But not all of them do:",
        );
    return _(
        "The house sealed its secret before the first move, and every device added random numbers of its own. So nobody alone, not even the house, could choose what people threw or drew.",
    );
}

/** Random numbers that are not there, or that this device cannot vouch for. */
function gapWords({ salts, bareSeats, bareMoves, without, elsewhere, late }: Found): string[] {
    if (salts === 0) return [];
    return [
        bareSeats > 0 &&
            _n(
                "{n} seat has no random number from before the match.",
                "{n} seats have no random number from before the match.",
                bareSeats,
            ),
        late && _("Your device sent one, but it came too late or the server left it out."),
        bareMoves > 0 &&
            _n(
                "{n} move has none: a bot made it, time ran out, or a program sent none.",
                "{n} moves have none: a bot made them, time ran out, or a program sent none.",
                bareMoves,
            ),
        without > 0 &&
            _n(
                "{n} of these moves was made at your seat.",
                "{n} of these moves were made at your seat.",
                without,
            ),
        elsewhere > 0 &&
            _n(
                "{n} random number at your seat is not from this device, but perhaps from another one of yours.",
                "{n} random numbers at your seat are not from this device, but perhaps from another one of yours.",
                elsewhere,
            ),
    ].filter((text) => text !== false);
}

/** Who says that this is the log, for those who were not there. */
function vouchWords({ vouched, published }: Found): string | null {
    if (vouched === "nobody") return _("Nobody has signed this log: it only convinces those who were there.");
    if (vouched !== "log") return null;
    return published === false
        ? _(
              "This log is signed, but not with the key that the server publishes now. The key may have been replaced, or belong to another of its machines.",
          )
        : _("The server has signed this log, so you can prove it to people who were not there.");
}

/** Seals beyond one for each match, those that were not shown, and matches without a result. The signed line says it, not
 * what the server says by now. */
function sealWords({ sealed, unshown }: Found, match: number, room: Room): string[] {
    const { seals, stopped } = sealed ?? { seals: room.seals ?? 0, stopped: room.stopped_matches ?? 0 };
    return [
        sealed !== null &&
            seals > match &&
            _(
                "By then the server had sealed {n} secrets in this room. It draws a new one for each match and for each change of game, options or seats.",
                { n: seals },
            ),
        unshown > 0 &&
            _n(
                "{n} of the seals for this match was not shown to your device.",
                "{n} of the seals for this match were not shown to your device.",
                unshown,
            ),
        stopped > 0 &&
            _n(
                "{n} match in this room was stopped before its end.",
                "{n} matches in this room were stopped before their end.",
                stopped,
            ),
    ].filter((text) => text !== false);
}

/** What this device itself has seen and sent. */
function ownWords({ sealSame, own }: Found, room: Room): string[] {
    const people = new Set(room.seats.map(({ person }) => person).filter((one) => one !== undefined));
    return [
        sealSame === true && _("The seal is the one you saw before the match."),
        own > 0 &&
            _n(
                "It includes the random number from your device.",
                "It includes all {n} random numbers from your device.",
                own,
            ),
        own > 0 &&
            people.size > 1 &&
            _("Each device only knows its own, so let the others open the envelope, too."),
    ].filter((text) => text !== false);
}

const Small = ({ texts }: { texts: (string | null)[] }) => (
    <>
        {texts.filter(Boolean).map((text) => (
            <p class="soft small">{text}</p>
        ))}
    </>
);

function FoundWords({ found, match, room }: { found: Found; match: number; room: Room }) {
    const { rolls, declared } = found;
    const same = room.dice === "same";
    const gaps = same || rolls === 0 ? [] : gapWords(found);
    return (
        <div role="status" class="stack">
            {rolls > 0 && (
                <p class="holds">
                    <Icon name="check" />
                    <b>{_n("The one roll checks out.", "All {n} rolls check out.", rolls)}</b>
                </p>
            )}
            {rolls > 0 && <p>{chosenWords(found, same)}</p>}
            {gaps.length > 0 && (
                <ul>
                    {gaps.map((text) => (
                        <li>{text}</li>
                    ))}
                </ul>
            )}
            {declared > 0 && (
                <p>
                    {_n(
                        "You entered {n} die, tile or card from the real game: the log marks it as yours, so there is nothing to check.",
                        "You entered {n} dice, tiles or cards from the real game: the log marks them as yours, so there is nothing to check.",
                        declared,
                    )}
                </p>
            )}
            <p class="soft small">{ownWords(found, room).join(" ")}</p>
            {!same && rolls > 0 && <Small texts={[vouchWords(found)]} />}
            <Small texts={sealWords(found, match, room)} />
        </div>
    );
}

const Fails = ({ bold, more }: { bold: string; more?: string }) => (
    <p class="fails" role="status">
        <b>{bold}</b> {more}
    </p>
);

/** Everything must be as it was promised; one flaw is enough. */
export function Words({ opened, match, room }: { opened: Opened; match: number; room: Room }) {
    if ("why" in opened) return <Fails bold={_("This log is not valid:")} more={opened.why} />;
    const { found } = opened;
    return found.flaw ? (
        <Fails bold={flawWords(found.flaw)} />
    ) : (
        <FoundWords found={found} match={match} room={room} />
    );
}
