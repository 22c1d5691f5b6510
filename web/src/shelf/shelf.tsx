/* shelf.tsx: the home page: boxes on a shelf. One tap plays, one tap invites; rooms of friends are below. */
import { useState } from "preact/hooks";
import { Lid, TicketFace } from "./lids";
import { Daily } from "../challenge/daily-dice";
import { about, credit, games, listedRooms, minutes, playersText, title } from "./games";
import { GoOn } from "./go-on";
import { Icon } from "../ui/icons";
import { JoinByCode } from "../room/code-form";
import { lazy } from "../ui/lazy-part";
import type { GameFacts, ListedRoom } from "../connection/messages";
import { openAndGo } from "../room/room";
import { RulesSheet, hasRules } from "../ui/rules";
import { Inside, TopBar } from "../ui/topbar";
import { useOnline, usePromise } from "../ui/hooks";
import { _, _n } from "../ui/words";

const Door = lazy(() => import("./companion").then((part) => part.Door));

// ---- the boxes ----

function Box({ facts, onRules, onBeside }: { facts: GameFacts; onRules: () => void; onBeside: () => void }) {
    const [busy, setBusy] = useState(false);
    const open = (bots: boolean) => {
        setBusy(true);
        void openAndGo(facts.game, bots).finally(() => setBusy(false));
    };
    const name = title(facts.game);
    return (
        <article class="game-box" aria-label={name}>
            <button
                type="button"
                class="box-lid"
                disabled={!hasRules(facts.game)}
                aria-label={_("Rules: {game}", { game: name })}
                onClick={onRules}
            >
                <Lid game={facts.game} />
            </button>
            <div class="box-words">
                <h2>{name}</h2>
                <p class="box-facts small">
                    <span>
                        <Icon name="people" />
                        {playersText(facts)}
                    </span>
                    {minutes(facts.game) && (
                        <span>
                            <Icon name="time" />
                            {_("{minutes} min", { minutes: minutes(facts.game) })}
                        </span>
                    )}
                </p>
                <p class="box-about">{about(facts.game)}</p>
                <p class="box-credit">{credit(facts.game)}</p>
            </div>
            <div class="box-board" />
            <div class="box-buttons">
                <button
                    type="button"
                    class="button main"
                    disabled={busy}
                    aria-label={_("Play now: {game}, against bots", { game: name })}
                    onClick={() => open(true)}
                >
                    {_("Play now")}
                </button>
                <button
                    type="button"
                    class="button"
                    disabled={busy}
                    aria-label={_("With friends: open a room for {game}", { game: name })}
                    onClick={() => open(false)}
                >
                    {_("With friends")}
                </button>
                {hasRules(facts.game) && (
                    <button
                        type="button"
                        class="button quiet"
                        aria-label={_("Rules and how to play: {game}", { game: name })}
                        onClick={onRules}
                    >
                        <Icon name="rules" />
                        {_("Rules")}
                    </button>
                )}
                <button
                    type="button"
                    class="button quiet"
                    aria-label={_("With the real game: {game}", { game: name })}
                    onClick={onBeside}
                >
                    <Icon name="pencil" />
                    {_("With the real game")}
                </button>
            </div>
        </article>
    );
}

// ---- the ways in ----

function OpenTables({ rooms }: { rooms: ListedRoom[] }) {
    if (rooms.length === 0) return null;
    return (
        <section class="goon" aria-label={_("Open rooms")}>
            <h2>{_("Open rooms")}</h2>
            <ul class="goon-list">
                {rooms.map(({ room, game, seated, seats, status }) => (
                    <li class="ticket">
                        <Inside to={`/t/${room}`}>
                            <TicketFace game={game}>
                                <b>{title(game)}</b>
                                <span class="soft small">
                                    {status === "playing"
                                        ? _("in progress: watch")
                                        : _n("{n} seat free", "{n} seats free", seats - seated)}
                                </span>
                            </TicketFace>
                        </Inside>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** Both texts have one place: a network that comes or goes moves nothing. */
function Greeting() {
    const online = useOnline();
    return (
        <div class="welcome-words">
            <p class={online ? "" : "unseen"}>
                {_(
                    "Small tabletop games. Play right away, or send friends a link: no account, no ads, and dice anyone can check.",
                )}
            </p>
            <p class={online ? "unseen" : ""} role="status">
                {_("This device is offline. New rooms open on this device, for bots and anyone next to you.")}
            </p>
        </div>
    );
}

// ---- all of it ----

/** Nothing moves, whatever comes late: boxes and what is below them are drawn when all that is above is there. */
export function Shelf() {
    const all = usePromise(games, []);
    const listed = usePromise(listedRooms, []);
    const [rules, setRules] = useState<string | null>(null);
    const [beside, setBeside] = useState<GameFacts | null>(null);
    return (
        <>
            <TopBar title="Knobel" main>
                <Inside to="/mine" class="button quiet">
                    {/* The longest word may break on a narrow phone with large text. */}
                    <span style={{ overflowWrap: "anywhere" }}>{_("My matches")}</span>
                </Inside>
            </TopBar>
            <main class="shelf-page">
                <div class="welcome">
                    <Greeting />
                    <JoinByCode />
                </div>
                <div class="shelf-ways">
                    <GoOn />
                    <Daily />
                </div>
                <div class="shelf">
                    {all?.map((facts) => (
                        <Box
                            key={facts.game}
                            facts={facts}
                            onRules={() => setRules(facts.game)}
                            onBeside={() => setBeside(facts)}
                        />
                    ))}
                </div>
                {all && listed && (
                    <>
                        <OpenTables rooms={listed} />
                        <footer class="foot soft small">
                            <Inside to="/review" class="button quiet small">
                                {_("Review a log")}
                            </Inside>
                            <p>
                                {_(
                                    "The names of the games belong to their publishers. Thank you for making them.",
                                )}
                            </p>
                        </footer>
                    </>
                )}
            </main>
            {rules && (
                <RulesSheet
                    game={rules}
                    onClose={() => setRules(null)}
                    play={{ text: _("Play now"), on: () => void openAndGo(rules, true) }}
                />
            )}
            {beside && <Door facts={beside} onClose={() => setBeside(null)} />}
        </>
    );
}
