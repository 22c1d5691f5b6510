/* why.ts: what a tap that can do nothing is answered with. What can be tapped in vain says what it is in
 * `data-why`: `end white 7`, `marker stack`. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { _ } from "page/ui/words";
import type { Choice } from "./choice";
import { countsText, placeName } from "./line";
import { isActing, opponentName, waitingText } from "./status";
import { markerName, type Colour, type Marker } from "./tile";
import { nearSeat, type Props } from "./view";

const tapAgain = (marker: Marker) =>
    _("Tap {marker} again if you want to lay tiles instead.", { marker: markerName(marker) });

/** A place where the line could grow. */
function whyNotEnd(props: Props, { mode }: Choice, colour: Colour, value: number): string {
    if (mode === "stack") return _("A stack goes on tiles that lie there already.");
    if (mode !== "put") return tapAgain(mode);
    const end = props.view.lines
        .find((line) => line.colour === colour)
        ?.ends.find((one) => one.value === value);
    return _("{place} takes {tiles} that add up to {place}. None of yours do.", {
        place: placeName(colour, value),
        tiles: countsText(end?.counts ?? [1]),
    });
}

/** Tiles that lie: only a stack can go there. */
function whyNotLaid(props: Props, { mode }: Choice, colour: Colour, value: number): string {
    if (mode !== "put" && mode !== "stack") return tapAgain(mode);
    const place = placeName(colour, value);
    if (!props.view.seats[nearSeat(props) - 1]!.stack)
        return _("You have used your stack marker: nothing more goes on {place}.", { place });
    const laid = props.view.lines
        .find((line) => line.colour === colour)
        ?.positions.find((one) => one.value === value);
    return _("To stack on {place} you need {tiles} that add up to {place}. None of yours do.", {
        place,
        tiles: countsText([laid?.count ?? 1]),
    });
}

function whyNotMarker(props: Props, marker: Marker): string {
    if (!props.view.seats[nearSeat(props) - 1]![marker])
        return _("{marker} is used: each marker works once per match.", { marker: markerName(marker) });
    if (marker === "redraw") return _("The pile is empty: there is nothing to draw.");
    if (marker === "stack") return _("None of your tiles can be stacked now.");
    return _("There is nothing to exchange now.");
}

function whyNotTheirs(props: Props, { may }: Choice): string {
    const name = opponentName(props);
    if (may.exchange)
        return _("To take one of {name}'s tiles, tap {marker} first.", {
            name,
            marker: markerName("exchange"),
        });
    return props.view.seats[nearSeat(props) - 1]!.exchange
        ? _("There is nothing to exchange now.")
        : _("You can take {name}'s tiles only with your exchange marker, and it is used.", { name });
}

/** Null: what is said anyway is enough. */
export function whyNot(what: string, props: Props, choice: Choice): string | null {
    const [kind, ...words] = what.split(" ");
    if (props.seat === null || props.over) return null;
    if (kind === "pile") return _("You need not tap here: your turn starts with a new tile.");
    if (!isActing(props)) return props.due.includes(props.seat) ? null : waitingText(props);
    switch (kind) {
        case "end":
            return whyNotEnd(props, choice, words[0] as Colour, Number(words[1]));
        case "laid":
            return whyNotLaid(props, choice, words[0] as Colour, Number(words[1]));
        case "die":
            return _("A line grows on both sides of its die. The die stays as it is.");
        case "theirs":
            return whyNotTheirs(props, choice);
        case "marker":
            return whyNotMarker(props, words[0] as Marker);
        case "go":
            return choice.picked.length === 0
                ? _("First pick tiles, or tap a place with a full frame.")
                : null;
        default:
            return null;
    }
}

/** The answer to the last tap, until the next one or until something happens. */
export function useWhy(
    root: RefObject<HTMLElement>,
    props: Props,
    choice: Choice,
    since: string,
): string | null {
    const [said, say] = useState<{ since: string; text: string } | null>(null);
    const latest = useRef({ props, choice, since });
    latest.current = { props, choice, since };
    useLayoutEffect(() => {
        const place = root.current!;
        const tap = ({ target }: MouseEvent) => {
            const hit = (target as Element).closest<HTMLElement>("button:enabled, summary, [data-why]");
            const what = hit?.matches("button, summary") ? undefined : hit?.dataset.why;
            const now = latest.current;
            const text = what ? whyNot(what, now.props, now.choice) : null;
            say(text === null ? null : { since: now.since, text });
        };
        place.addEventListener("click", tap);
        return () => place.removeEventListener("click", tap);
    }, []);
    return said?.since === since ? said.text : null;
}
