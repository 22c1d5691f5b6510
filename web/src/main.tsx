/* main.tsx: starts the page: applies light, motion and language, then shows the screen of the address. */
import { render } from "preact";
import { useLayoutEffect, useReducer } from "preact/hooks";
import {
    boardHere,
    homeHere,
    learnHere,
    mineHere,
    onGo,
    reviewHere,
    roomHere,
    sameHere,
    screenHere,
} from "./ui/navigation";
import { wantedLanguage } from "./ui/language";
import { LazyScreen } from "./ui/lazy-screen";
import { dark, dress, still } from "./ui/dress";
import { onSettings, resultsWait, settings } from "./ui/storage";
import { Notices } from "./ui/notice";
import { enteredEarly } from "./connection/dial";
import { fetchFirstFiles, gameHere } from "./first-files";
import { fetchFace } from "./table/face-loader";
import { stylesReady } from "./style/loader";
import { RoomPage } from "./room/room";
import { Shelf } from "./shelf/shelf";
import { onLanguage, setLanguage } from "./ui/words";

const STAY_MS = 1_500; // after loading: playing comes first

/** Screens that are fetched only when opened, so that players need not wait for them. */
const loadHistory = () => import("./history/screen");
const loadReview = () => import("./review/screen");
const loadChallenge = () => import("./challenge/screen");
const loadBoard = () => import("./board/screen");
const loadLearn = () => import("./learn/screen");
const loadPosition = () => import("./review/position");
const loadScreen = () => import("./tv/screen");
const loadNowhere = () => import("./shelf/nowhere");

function Screen() {
    const code = roomHere();
    if (code) return <RoomPage code={code} />;
    if (screenHere()) return <LazyScreen load={loadScreen} />;
    if (mineHere()) return <LazyScreen load={loadHistory} />;
    if (reviewHere()) return <LazyScreen load={reviewHere() === "review" ? loadReview : loadPosition} />;
    if (sameHere()) return <LazyScreen load={loadChallenge} />;
    if (boardHere()) return <LazyScreen load={loadBoard} />;
    if (learnHere()) return <LazyScreen load={loadLearn} />;
    return homeHere() ? <Shelf /> : <LazyScreen load={loadNowhere} />;
}

function App() {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    // Before anything can be seen: whoever taps at once gets there, too.
    useLayoutEffect(() => {
        const again = () => redraw(undefined as never);
        const changed = () => {
            dress();
            void setLanguage(wantedLanguage());
            again();
        };
        dark.addEventListener("change", changed);
        still.addEventListener("change", changed);
        const ends = [onSettings(changed), onLanguage(again), onGo(again)];
        return () => ends.forEach((end) => end());
    }, []);
    return (
        <>
            <Screen />
            <Notices page />
        </>
    );
}

/** The face of the room's game, if the server has said which it is; not worth waiting for where it does not come. */
async function faceHere(): Promise<unknown> {
    const game = gameHere();
    return game && settings().table === "drawn" ? fetchFace(game).catch(() => null) : null;
}

/** Everything that is on its way comes first, so that the page is drawn once, and does not change while it is shown. */
async function begin(): Promise<void> {
    dress();
    fetchFirstFiles(); // they are on their way, unless something keeps boot.ts from running
    await Promise.all([stylesReady(), setLanguage(wantedLanguage()), faceHere(), enteredEarly()]);
    document.body.replaceChildren();
    render(<App />, document.body);
}

/** Once everything else has been done: the style for paper, and the page stays on the device, so that it opens without
 * a network. */
function stay(): void {
    setTimeout(() => {
        void import("./style/print").catch(() => undefined);
        if (resultsWait())
            void import("./board/outbox").then(({ sendWaiting }) => sendWaiting()).catch(() => undefined);
        if ("serviceWorker" in navigator)
            // not on plain HTTP
            void navigator.serviceWorker.register("/service.js").catch(() => undefined);
    }, STAY_MS);
}

void begin();
if (document.readyState === "complete") stay();
else addEventListener("load", stay);
