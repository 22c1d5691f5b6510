/* gallery.tsx: every face with sample views, without a server; not part of the product. Samples are
 * games/GAME/page/samples/*.json: the FaceProps that matter there; the rest is filled in here.
 * The address chooses: #GAME-SAMPLE?light=evening&motion=off&lang=de */
import faces from "built:faces";
import samples from "built:samples";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../style/page.css";
import "../style/gallery.css";
import { readLine } from "../connection/log-line";
import type { Call, Face, FaceProps } from "./face";
import { genericFace } from "./generic-face";
import type { Language } from "../ui/language";
import { setLanguage } from "../ui/words";

interface Sample {
    game: string;
    view: Record<string, unknown>;
    /** A face other than the game's own, such as `generic`. */
    face?: string;
    seat?: number | null;
    mine?: number[];
    due?: number[];
    moves?: string[];
    names?: string[];
    bots?: boolean[];
    options?: Record<string, string | number>;
    /** Lines of a log: `57 81.200 seat1: throw`. */
    lines?: string[];
    fresh?: number;
    over?: boolean;
    won?: number[];
    earlier?: FaceProps["earlier"];
    ours?: boolean;
    alarm?: number | null;
    /** The time of the table when the sample opens. */
    now?: number;
    calls?: Call[];
    gripHeard?: FaceProps["gripHeard"];
}

const opened = performance.now();

function propsOf(sample: Sample, motion: FaceProps["motion"], say: (text: string) => void): FaceProps {
    const lines = (sample.lines ?? []).flatMap((line) => readLine(line) ?? []);
    const seats = (sample.view.seats as unknown[] | undefined)?.length ?? 2;
    const names =
        sample.names ?? ["Anna", "Ben", "Chiyo", "Dirk", "Eva", "Finn", "Gitta", "Hana"].slice(0, seats);
    return {
        view: sample.view,
        seat: sample.seat === undefined ? 1 : sample.seat,
        due: sample.due ?? [],
        moves: sample.moves ?? [],
        names,
        bots: sample.bots ?? names.map(() => false),
        options: sample.options ?? {},
        lines,
        fresh: lines.slice(lines.length - (sample.fresh ?? 0)),
        over: sample.over ?? false,
        won: sample.won ?? [],
        ours: sample.ours ?? false,
        now: () => (sample.now ?? 0) + performance.now() - opened,
        alarm: sample.alarm ?? null,
        mine: sample.mine ?? (sample.seat === null ? [] : [sample.seat ?? 1]),
        play: (move, afterMs, _as, made) => {
            made?.();
            say(`play ${move}${afterMs === undefined ? "" : ` after ${afterMs} ms`}`);
        },
        roll: (count) => say(`roll ${count}`),
        declare: async (shown) => say(`declare ${shown}`),
        grip: (um) => say(`grip ${um}`),
        gripHeard: sample.gripHeard ?? null,
        call: (word, text) => say(`call ${word ?? text}`),
        earlier: sample.earlier ?? [],
        hold: () => undefined,
        calls: sample.calls ?? [],
        motion,
    };
}

function Picture({
    name,
    face,
    sample,
    motion,
}: {
    name: string;
    face: Face;
    sample: Sample;
    motion: FaceProps["motion"];
}) {
    const [said, say] = useState("");
    const props = propsOf(sample, motion, say);
    const told = props.lines
        .map((line, at) => face.tell(line, props.names, props.lines.slice(0, at)))
        .filter(Boolean);
    return (
        <section class="picture" id={name} aria-label={name}>
            <div class="picture-face">
                <face.Table {...props} />
            </div>
            <p class="picture-said">{said || "\u00a0"}</p>
            <ol class="picture-told">
                {told.map((sentence) => (
                    <li>{sentence}</li>
                ))}
            </ol>
        </section>
    );
}

function Gallery() {
    const [hash, setHash] = useState(location.hash);
    const [loaded, setLoaded] = useState<Record<string, Face>>({});
    const [name, query] = decodeURIComponent(hash.slice(1)).split("?") as [string, string | undefined];
    const asked = new URLSearchParams(query);
    useEffect(() => {
        const follow = () => setHash(location.hash);
        addEventListener("hashchange", follow);
        const plain = [...new Set(Object.values(samples).map((sample: Sample) => sample.game))];
        setLoaded(Object.fromEntries(plain.map((game) => [`generic ${game}`, genericFace(game)])));
        for (const key of Object.keys(faces))
            void faces[key]!().then((module) =>
                setLoaded((before) => ({ ...before, [key]: module.default })),
            );
        return () => removeEventListener("hashchange", follow);
    }, []);
    useEffect(() => {
        document.documentElement.dataset.light = asked.get("light") ?? "day";
        document.documentElement.dataset.motion = asked.get("motion") ?? "normal";
        void setLanguage((asked.get("lang") ?? "en") as Language).then(() =>
            setLoaded((before) => ({ ...before })),
        );
    }, [hash]);
    const motion = (asked.get("motion") ?? "normal") as FaceProps["motion"];
    const shown = Object.entries(samples).filter(([key]) => !name || key.startsWith(name));
    return (
        <main class="gallery">
            {!name && (
                <nav class="gallery-list">
                    {Object.keys(samples).map((key) => (
                        <a href={`#${key}`}>{key}</a>
                    ))}
                </nav>
            )}
            {shown.map(([key, sample]) => {
                const { game, face: other } = sample as Sample;
                const wanted = asked.get("face") ?? other ?? game;
                const face = loaded[wanted === "generic" ? `generic ${game}` : wanted];
                return (
                    face && (
                        <Picture
                            key={key + hash}
                            name={key}
                            face={face}
                            sample={sample as Sample}
                            motion={motion}
                        />
                    )
                );
            })}
        </main>
    );
}

render(<Gallery />, document.body);
