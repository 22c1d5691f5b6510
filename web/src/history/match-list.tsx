/* match-list.tsx: the list of my matches, newest first, each with its actions. */
import { useState } from "preact/hooks";
import { Lid } from "../shelf/lids";
import { shortTitle } from "../shelf/games";
import { Icon } from "../ui/icons";
import { levelName } from "../room/people";
import { _, dateLocale, number } from "../ui/words";
import { dayText } from "../challenge/day";
import { others, type Match } from "./match";

const SHOWN_AT_ONCE = 30;

function resultText({ mine, won, seats }: Match): string {
    const own = won.filter((seat) => mine.includes(seat));
    const name = seats[(own[0] ?? 1) - 1]!.name;
    if (mine.length === seats.length && seats.length === 1) return _("Played alone");
    if (own.length === 0) return _("Lost");
    if (won.length > 1) return _("Shared win");
    return mine.length > 1 ? _("{name} won", { name }) : _("Won");
}

const scoresText = ({ scores }: Match) => scores.map(number).join(" : ");

function othersText(match: Match): string {
    const names = others(match).map(({ name, bot }) => (bot ? levelName(bot) : name));
    if (names.length > 0) return _("against {names}", { names: names.join(_(", ")) });
    return match.mine.map((seat) => match.seats[seat - 1]!.name).join(_(", "));
}

function whenText({ when }: Match): string {
    return new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "short" }).format(when);
}

const SAME = "same ";

function checkedText({ checked, dice }: Match): string | null {
    if (checked === "doubtful") return _("The dice of this match are in doubt.");
    if (dice === "ours") return _("Real dice.");
    if (dice.startsWith(SAME)) {
        const name = dice.slice(SAME.length);
        return _("Same dice for everyone: {name}", { name: dayText(name) ?? name });
    }
    return checked === "seen"
        ? _("All dice check out, and the seal is the one you saw.")
        : _("All dice check out.");
}

export interface Doings {
    review: (match: Match) => void;
    download: (match: Match) => void;
    remove: (match: Match) => void;
}

function Entry({ match, doings }: { match: Match; doings: Doings }) {
    const name = shortTitle(match.game) + _(", ") + whenText(match);
    return (
        <li class="sheet history-match">
            <span class="ticket-lid">
                <Lid game={match.game} />
            </span>
            <div class="history-words">
                <p>
                    <b>{resultText(match)}</b> <span class="digits">{scoresText(match)}</span>
                </p>
                <p class="small">{othersText(match)}</p>
                <p class="soft small">
                    <time dateTime={new Date(match.when).toISOString()}>{whenText(match)}</time>
                </p>
                <p class={match.checked === "doubtful" ? "fails small" : "soft small"}>
                    {checkedText(match)}
                </p>
            </div>
            <div class="history-actions">
                <button
                    type="button"
                    class="button small"
                    aria-label={_("Review: {match}", { match: name })}
                    onClick={() => doings.review(match)}
                >
                    {_("Review")}
                </button>
                <button
                    type="button"
                    class="button quiet round"
                    aria-label={_("Download log: {match}", { match: name })}
                    onClick={() => doings.download(match)}
                >
                    <Icon name="down" />
                </button>
                <button
                    type="button"
                    class="button quiet round"
                    aria-label={_("Delete: {match}", { match: name })}
                    onClick={() => doings.remove(match)}
                >
                    <Icon name="close" />
                </button>
            </div>
        </li>
    );
}

export function List({ matches, doings }: { matches: Match[]; doings: Doings }) {
    const [shown, setShown] = useState(SHOWN_AT_ONCE);
    return (
        <>
            <ol class="history-list">
                {matches.slice(0, shown).map((match) => (
                    <Entry key={match.id} match={match} doings={doings} />
                ))}
            </ol>
            {matches.length > shown && (
                <button type="button" class="button" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
                    {_("Show more")}
                </button>
            )}
        </>
    );
}
