/* screen.tsx: shows results with the same dice: at the end of a match, and on the screen that a challenge
 * link opens. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardEntry } from "../board/entry";
import { notePlayed } from "../board/streak";
import { Lid } from "../shelf/lids";
import { readChallenge, unusual, writeChallenge, type Challenge } from "./link";
import { Compare, resultOf, type Column } from "./comparison";
import { dayText, diceTitle, isToCome } from "./day";
import { playSame } from "./daily-dice";
import { games, title } from "../shelf/games";
import { go, onGo } from "../ui/navigation";
import { Icon } from "../ui/icons";
import { isNameless, NameField } from "./name";
import { choose } from "../ui/storage";
import { hasRules, RulesSheet } from "../ui/rules";
import { copyOrShow } from "../room/invitation";
import { readLog } from "../connection/log";
import { fetchLog } from "../connection/match-log";
import type { GameFacts } from "../connection/messages";
import { TopBar } from "../ui/topbar";
import {
    claimsOf,
    firstResult,
    isFirst,
    keepClaim,
    keepTry,
    score,
    triesOf,
    type Dice,
    type Result,
} from "./tries";
import { usePromise } from "../ui/hooks";
import type { Snapshot, RoomConnection } from "../connection/room-connection";
import { _, number } from "../ui/words";

// ---- who got what ----

function resultsOf(now: Snapshot, names: string[]): Result[] {
    const [eyes] = Object.values(now.table!.eyes);
    const seats = (eyes?.view.seats ?? []) as Record<string, unknown>[];
    return seats.map((seat, at) => resultOf(now.room!.game, names[at] ?? "?", seat));
}

const claims = (dice: Dice): Column[] =>
    claimsOf(dice).map((result) => ({ label: result.who, result, claimed: true }));

/** Those at the table, then one's first try if this was another one, then those who have sent a link. */
function columnsOf(now: Snapshot, names: string[], dice: Dice): Column[] {
    const { seats } = now.you;
    const alone = names.length === 1 && seats.length === 1;
    const first = triesOf(dice)[0];
    const again = first?.result && (first.room !== now.room!.room || first.match !== now.table!.match);
    const label = (seat: number) => (again ? _("This try") : alone ? _("You") : names[seat - 1]!);
    const table = resultsOf(now, names).map((result, at) => ({
        label: seats.length === 1 && seats[0] === at + 1 ? label(at + 1) : names[at]!,
        result,
        mine: seats.length === 1 && seats[0] === at + 1,
    }));
    return [
        ...table,
        ...(again ? [{ label: _("Your first try"), result: first.result }] : []),
        ...claims(dice),
    ];
}

// ---- how it stands between two people ----

function verdict(game: string, mine: Result, theirs: Result): string {
    const [own, other] = [score(game, mine), score(game, theirs)];
    const values = { name: theirs.who, own: number(own), other: number(other) };
    if (own > other) return _("You got {own}, {name} claims {other}: you are ahead.", values);
    if (own < other) return _("You got {own}, {name} claims {other}: more than you.", values);
    return _("You got {own}, and {name} claims as many.", values);
}

function Verdicts({ dice, mine }: { dice: Dice; mine: Result }) {
    return (
        <>
            {claimsOf(dice).map((theirs) => (
                <p class="challenge-verdict">{verdict(dice.game, mine, theirs)}</p>
            ))}
        </>
    );
}

// ---- passing it on ----

function PassOn({ challenge }: { challenge: Challenge }) {
    const [asks] = useState(isNameless);
    const [typed, setTyped] = useState("");
    const who = asks ? typed.trim() : challenge.result.who;
    const result = { ...challenge.result, who };
    const link = `${location.origin}${writeChallenge({ ...challenge, result })}`;
    const keepName = () => who && choose({ name: who });
    const share = () => {
        keepName();
        void navigator.share({ title: `Knobel: ${title(challenge.game)}`, url: link }).catch(() => undefined); // not wanted after all
    };
    const pass = () => {
        keepName();
        void copyOrShow(link);
    };
    return (
        <div class="challenge-pass">
            <p class="small">
                {_("Anyone who opens your link gets the same throws and sees your result afterwards.")}
            </p>
            {asks && <NameField name={typed} onName={setTyped} />}
            <div class="row">
                {"share" in navigator && (
                    <button type="button" class="button" disabled={!who} onClick={share}>
                        <Icon name="share" />
                        {_("Share")}
                    </button>
                )}
                <button type="button" class="button" disabled={!who} onClick={pass}>
                    <Icon name="link" />
                    {_("Copy challenge link")}
                </button>
            </div>
        </div>
    );
}

// ---- the end of a match ----

/** The name of the dice: the room tells it, or, where the house drew it, the log. */
async function nameOf(connection: RoomConnection, now: Snapshot): Promise<string> {
    if (now.room!.same) return now.room!.same;
    const log = await fetchLog(connection.code, now.table!.match);
    const name = /^same ([a-z0-9-]{1,32})$/.exec(readLog(log).dice)?.[1];
    if (!name) throw new Error("same");
    return name;
}

function Ended({
    now,
    names,
    name,
    facts,
}: {
    now: Snapshot;
    names: string[];
    name: string;
    facts: GameFacts;
}) {
    const { game, options, room } = now.room!;
    const { match } = now.table!;
    const dice = { game, name };
    const [seat] = now.you.seats;
    const mine = now.you.seats.length === 1 ? resultsOf(now, names)[seat! - 1]! : null;
    // Immediately: what is drawn below already counts it.
    useMemo(() => {
        if (mine) keepTry({ ...dice, room, match, result: mine });
    }, [room, match]);
    // A first try that was left shows no result; the ones after it show what these dice could have given.
    const counts = firstResult(dice) ?? (isFirst(dice, room, match) ? mine : null);
    const chosen = unusual(facts, options);
    const usual = names.length === 1 && Object.keys(chosen).length === 0;
    const onBoard = usual && dayText(name) !== null && isFirst(dice, room, match);
    useMemo(() => {
        if (mine && onBoard) notePlayed(name);
    }, [room, match]);
    return (
        <>
            {mine && counts && <Verdicts dice={dice} mine={counts} />}
            {mine && triesOf(dice).length > 1 && (
                <p class="small soft">
                    {counts
                        ? _("Your first try is the one that counts.")
                        : _(
                              "Only a first try counts, and you have not finished yours. This result is for practice.",
                          )}
                </p>
            )}
            <Compare dice={dice} options={chosen} people={columnsOf(now, names, dice)} />
            {mine && onBoard && <BoardEntry dice={dice} room={room} match={match} result={mine} />}
            {mine && counts && (
                <PassOn
                    challenge={{ ...dice, options: chosen, result: { ...counts, who: names[seat! - 1]! } }}
                />
            )}
        </>
    );
}

/** What the end of a match with the same dice shows besides the result. */
export function SameEnd({
    connection,
    now,
    names,
}: {
    connection: RoomConnection;
    now: Snapshot;
    names: string[];
}) {
    const { match } = now.table!;
    const name = usePromise(() => nameOf(connection, now), [connection, match]);
    const all = usePromise(games, []);
    const facts = all?.find(({ game }) => game === now.room!.game);
    return (
        <section class="same" aria-label={_("Same dice")}>
            <h3>{name === null ? _("Same dice") : diceTitle(name)}</h3>
            {name !== null && facts && <Ended now={now} names={names} name={name} facts={facts} />}
        </section>
    );
}

// ---- a link ----

function Broken() {
    return (
        <section class="sheet stack nobody">
            <h2>{_("This link is broken")}</h2>
            <p>{_("It should contain dice and a result. Part of the link may be missing.")}</p>
            <button type="button" class="button main" onClick={() => go("/")}>
                {_("Home")}
            </button>
        </section>
    );
}

/** A day that has not begun: nobody sees its dice before the others. */
function TooEarly({ name }: { name: string }) {
    return (
        <section class="sheet stack nobody">
            <h2>{diceTitle(name)}</h2>
            <p>{_("Nobody can play these dice before {day}.", { day: dayText(name) ?? name })}</p>
            <button type="button" class="button main" onClick={() => go("/")}>
                {_("Home")}
            </button>
        </section>
    );
}

function Challenged({ challenge }: { challenge: Challenge }) {
    const [busy, setBusy] = useState(false);
    const [rules, setRules] = useState(false);
    const { game, name, options, result } = challenge;
    const dice = { game, name };
    const mine = firstResult(dice);
    useMemo(() => keepClaim(dice, result), [challenge]); // at once, as above
    const [asks] = useState(isNameless);
    const [typed, setTyped] = useState("");
    const form = useRef<HTMLFormElement>(null);
    const play = () => {
        if (asks) choose({ name: typed.trim() });
        setBusy(true);
        void playSame(dice, options).finally(() => setBusy(false));
    };
    const values = { name: result.who, points: number(score(game, result)) };
    const people = mine ? [{ label: _("You"), result: mine, mine: true }, ...claims(dice)] : [];
    return (
        <section class="sheet challenge-link" aria-label={diceTitle(name)}>
            <div class="challenge-head">
                <span class="challenge-lid">
                    <Lid game={game} />
                </span>
                <div class="stack">
                    <p class="soft small">
                        {title(game)} · {diceTitle(name)}
                    </p>
                    <h2>
                        {mine
                            ? verdict(game, mine, result)
                            : _("{name} claims {points} points with these dice. Can you beat that?", values)}
                    </h2>
                </div>
            </div>
            <p class="small soft">{_("The result comes from the link. Nobody has checked it.")}</p>
            <p>
                {_(
                    "You get exactly the same dice, in every throw of every turn. What you keep and where you score it is up to you.",
                )}
            </p>
            <form
                class="stack"
                ref={form}
                onSubmit={(event) => {
                    event.preventDefault();
                    play();
                }}
            >
                {asks && <NameField name={typed} onName={setTyped} />}
                <button class="button main" disabled={busy}>
                    {mine ? _("Play these dice again") : _("Play these dice")}
                </button>
            </form>
            {hasRules(game) && (
                <button type="button" class="button quiet" onClick={() => setRules(true)}>
                    <Icon name="rules" />
                    {_("Rules")}
                </button>
            )}
            {mine && <Compare dice={dice} options={options} people={people} />}
            {rules && (
                <RulesSheet
                    game={game}
                    onClose={() => setRules(false)}
                    play={{
                        text: mine ? _("Play these dice again") : _("Play these dice"),
                        on: () => {
                            setRules(false);
                            form.current?.requestSubmit();
                        },
                    }}
                />
            )}
        </section>
    );
}

function Opened({ challenge }: { challenge: Challenge | null }) {
    if (!challenge) return <Broken />;
    return isToCome(challenge.name) ? (
        <TooEarly name={challenge.name} />
    ) : (
        <Challenged challenge={challenge} />
    );
}

/** The screen of a link. */
export default function SamePage() {
    const all = usePromise(games, []);
    const [fragment, setFragment] = useState(location.hash);
    useLayoutEffect(() => onGo(() => setFragment(location.hash)), []);
    const challenge = useMemo(() => (all ? readChallenge(fragment, all) : null), [all, fragment]);
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">{all && <Opened challenge={challenge} />}</main>
        </>
    );
}
