/* face.tsx: Bossa on the page: two lines that grow from their dice, the opponent's hand above, your own
 * below. You pick tiles first; the places where they fit light up. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Face } from "page/table/face";
import { Deciding, Declaring, Ways } from "./actions";
import { heldFor, useChoice, type Choice } from "./choice";
import { Belongings, Hand } from "./hand";
import { BossaLine, colourName, type LineView } from "./line";
import { newsFor, type News } from "./news";
import { dueText, endingText, waitingText, wanted, type Wanted } from "./status";
import { bossaWords, tellBossa } from "./sentences";
import { Tile, TileBack, tileName } from "./tile";
import { nearSeat, type BossaView, type Props } from "./view";
import { useWhy } from "./why";
import { useGlide } from "page/table/parts/glide";
import { playSound } from "page/table/parts/sound";
import { _, _n, number } from "page/ui/words";
import "./face.css";

/** A sentence may begin with the name of a place. */
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Fewer do not make the tiles larger. */
const LEAST_COLUMNS = 5;

interface OwnProps {
    props: Props;
    choice: Choice;
    isDue: boolean;
    asked: Wanted | null;
    /** Why the last tap did nothing. */
    why: string | null;
    news: News;
    focus: RefObject<HTMLUListElement>;
}

function Own({ props, choice, isDue, asked, why, news, focus }: OwnProps) {
    const near = nearSeat(props);
    const said = asked?.sentence ?? (isDue ? dueText(props, choice) : waitingText(props));
    const seat = props.view.seats[near - 1]!;
    return (
        <section class="bossa-own">
            <Ways choice={choice} chip={seat.chip} />
            <p class={`bossa-hint ${isDue || asked ? "bossa-due" : ""}`}>
                <span role="status">{why && capital(why)}</span>
                {!why && <span>{said}</span>}
            </p>
            <Hand
                props={props}
                seat={near}
                choice={isDue ? choice : null}
                news={news.tiles}
                focus={props.seat === null ? undefined : focus}
            />
            {asked?.mayLook && <Declaring props={props} />}
            {isDue && <Deciding props={props} choice={choice} />}
            {!isDue && !asked && (
                <div class="bossa-bar">
                    <Belongings seat={seat} />
                </div>
            )}
        </section>
    );
}

function TileList({ tiles, label }: { tiles: string[]; label: string }) {
    return (
        <ul aria-label={label}>
            {tiles.map((tile) => (
                <li key={tile}>
                    <span role="img" aria-label={tileName(tile)}>
                        <Tile tile={tile} />
                    </span>
                </li>
            ))}
        </ul>
    );
}

export function Pile({ props, news }: { props: Props; news: Set<string> }) {
    const { pile, gone, unseen } = props.view;
    return (
        <div class="bossa-middle">
            <span
                class="bossa-stock"
                data-glide-home="pile"
                data-why="pile"
                role="img"
                aria-label={_n("One tile in the pile", "{n} tiles in the pile", pile)}
            >
                {pile > 0 ? (
                    <>
                        <span class="bossa-stock-tile">
                            <TileBack />
                        </span>
                        <span class="bossa-stock-tile">
                            <TileBack />
                        </span>
                    </>
                ) : (
                    <span class="bossa-stock-none" />
                )}
                <span class="bossa-stock-count digits">{number(pile)}</span>
            </span>
            <details class="bossa-unseen">
                <summary>{_("Not seen yet")}</summary>
                <TileList tiles={unseen} label={_("Not seen yet")} />
            </details>
            <div class="bossa-unseen-row">
                <TileList tiles={unseen} label={_("Not seen yet")} />
                <span aria-hidden="true">{_("Not seen yet")}</span>
            </div>
            {gone.length > 0 && (
                <ul class="bossa-gone" aria-label={_("Discarded")}>
                    {gone.map((tile) => (
                        <li key={tile} data-glide={tile} class={news.has(tile) ? "bossa-fresh" : ""}>
                            <span role="img" aria-label={tileName(tile)}>
                                <Tile tile={tile} />
                            </span>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

interface SideProps {
    props: Props;
    seat: number;
    choice: Choice | null;
    news: News;
}

export function SideLine({ props, seat, choice, news }: SideProps) {
    const { lines, seats } = props.view;
    const line = lines.find(({ owner }) => owner === seat) ?? lines[seat - 1]!;
    const title = line.owner
        ? _("{colour}, {name}", { colour: colourName(line.colour), name: props.names[seat - 1]! })
        : colourName(line.colour);
    const chipOn = new Map(
        seats.filter(({ chip_on, chip }) => chip_on && chip).map(({ chip_on, chip }) => [chip_on!, chip!]),
    );
    return (
        <BossaLine
            line={line}
            title={title}
            near={seat === nearSeat(props)}
            chipOn={chipOn}
            lights={choice?.lights ?? new Map()}
            choosing={choice !== null}
            news={news.places}
            aim={(place) => choice?.aim(place)}
        />
    );
}

/** Nothing is laid yet, and there is much to decide or to tap in. */
const BEFORE = ["throwing", "looking", "choosing", "opening", "keeping"];

const DOING = { redraw: "redrawing", exchange: "exchanging", stack: "stacking" };

/** The die, the positions and the ends. */
export const columnsOf = (line: LineView) => 1 + line.positions.length + line.ends.length;

/** When a move has removed what had the keyboard focus, one's hand gets it; and in one's turn its first tile. */
function useHandFocus(root: RefObject<HTMLElement>, now: string): RefObject<HTMLUListElement> {
    const hand = useRef<HTMLUListElement>(null);
    const within = useRef(false);
    useLayoutEffect(() => {
        const look = (event: FocusEvent) => {
            const to = event.type === "focusin" ? event.target : event.relatedTarget;
            // Without a new place the old one may have been removed: it still counts.
            if (to) within.current = root.current?.contains(to as Node) ?? false;
        };
        const kinds = ["focusin", "focusout"] as const;
        for (const kind of kinds) document.addEventListener(kind, look);
        return () => {
            for (const kind of kinds) document.removeEventListener(kind, look);
        };
    }, []);
    useLayoutEffect(() => {
        const at = document.activeElement;
        const lost = at === null || at === document.body;
        if (!(lost && within.current) && at !== hand.current) return;
        const tile = hand.current?.querySelector("button");
        (tile ?? hand.current)?.focus({ preventScroll: true });
    }, [now]);
    return hand as RefObject<HTMLUListElement>;
}

/** A hint is laid out: its tiles picked and its place chosen. */
function useShown({ shown }: Props, choice: Choice): void {
    useLayoutEffect(() => {
        if (shown) choice.lay(shown.move);
    }, [shown]);
}

/** A sound for each tile laid or drawn. */
export function useClicks(props: Props): void {
    useEffect(() => {
        if (props.fresh.some(({ move }) => /^(lay|stack|exchange|\d\d$)/.test(move ?? ""))) playSound("tile");
    }, [props.lines.at(-1)?.number]);
}

function Table(props: Props) {
    useClicks(props);
    const root = useRef<HTMLDivElement>(null);
    const near = nearSeat(props);
    const isDue = props.seat !== null && props.due.includes(props.seat) && props.moves.length > 0;
    const since = `${props.lines.at(-1)?.number} ${props.view.phase} ${props.seat}`;
    const choice = useChoice(isDue ? props.moves : [], since, props.play);
    const acting = isDue && props.view.phase === "acting" ? choice : null;
    const { phase, lines } = props.view;
    const asked = wanted(props);
    const doing = acting && (acting.mode === "put" ? "" : `bossa-${DOING[acting.mode]}`);
    const stage = phase === "over" ? "bossa-over" : BEFORE.includes(phase) ? "bossa-before" : "";
    const news = newsFor(props);
    const why = useWhy(root as RefObject<HTMLElement>, props, choice, since);
    const focus = useHandFocus(root as RefObject<HTMLElement>, `${since} ${isDue}`);
    useShown(props, choice);
    useGlide(root, props.motion);
    return (
        <div
            class={`bossa ${stage} ${doing ?? ""} ${asked?.mayLook ? "bossa-asking" : ""}`}
            ref={root}
            style={{ "--columns": Math.max(LEAST_COLUMNS, ...lines.map(columnsOf)) }}
        >
            <div class="bossa-felt">
                <div class="bossa-other">
                    <Hand props={props} seat={3 - near} choice={acting} news={news.tiles} />
                    <Belongings seat={props.view.seats[2 - near]!} />
                </div>
                <SideLine props={props} seat={3 - near} choice={acting} news={news} />
                <Pile props={props} news={news.tiles} />
                <SideLine props={props} seat={near} choice={acting} news={news} />
            </div>
            <Own
                props={props}
                choice={choice}
                isDue={isDue}
                asked={asked}
                why={why}
                news={news}
                focus={focus}
            />
        </div>
    );
}

const face: Face<BossaView> = {
    key: "bossa",
    Table,
    tell: tellBossa,
    words: bossaWords,
    shows: (move) => heldFor(move) !== null,
    ended: (view, _won, names) => endingText(view, names) || null,
    entry: (move) => (/^\d\d$/.test(move) ? tileName(move) : /^\d$/.test(move) ? null : bossaWords(move)),
    enters: (view) => (view.phase === "looking" ? view.turn : null),
    score: (view, seat) => {
        const line = view.lines.find(({ owner }) => owner === seat);
        return line ? `${line.colour === "white" ? "○" : "◆"} ${line.positions.length}/6` : null;
    },
};
export default face;
