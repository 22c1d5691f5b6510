/* stage.tsx: loads how a game looks on a big screen; a game that has drawn nothing for it shows its face. */
import screens from "built:screens";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Face, FaceProps } from "../table/face";
import { fetchFace } from "../table/face-loader";
import { usePromise } from "../ui/hooks";
import { fetchPart } from "../ui/part-loader";
import type { GameScreen } from "./game-screen";

/** What is drawn of a game here. */
export interface Drawn {
    face: Face;
    screen: GameScreen | null;
}

export async function fetchDrawn(game: string): Promise<Drawn> {
    const own = Object.hasOwn(screens, game) ? screens[game]!() : null;
    const [face, screen] = await Promise.all([
        fetchFace(game),
        own &&
            fetchPart(own).then(
                (part) => part.default as GameScreen,
                () => null,
            ),
    ]);
    return { face, screen };
}

export function useDrawn(game: string): Drawn | null {
    const found = usePromise(() => fetchDrawn(game).then((drawn) => ({ game, drawn })), [game]);
    return found?.game === game ? found.drawn : null;
}

/** A face is made for a window that scrolls: here it is made so small that all of it is seen. */
function useFit(box: RefObject<HTMLDivElement | null>, inner: RefObject<HTMLDivElement | null>): number {
    const [scale, setScale] = useState(1);
    useLayoutEffect(() => {
        const fit = () => {
            const [outside, inside] = [box.current!, inner.current!];
            const high = outside.clientHeight / Math.max(1, inside.scrollHeight);
            const wide = outside.clientWidth / Math.max(1, inside.scrollWidth);
            setScale(Math.min(1, high, wide));
        };
        const observer = new ResizeObserver(fit);
        observer.observe(box.current!);
        observer.observe(inner.current!);
        return () => observer.disconnect();
    }, []);
    return scale;
}

function FaceAsStage({ face, props }: { face: Face; props: FaceProps }) {
    const box = useRef<HTMLDivElement>(null);
    const inner = useRef<HTMLDivElement>(null);
    const scale = useFit(box, inner);
    return (
        <div class="tv-fit" ref={box}>
            <div class="tv-face face-place" ref={inner} style={{ transform: `scale(${scale})` }}>
                <face.Table {...props} />
            </div>
        </div>
    );
}

export function Stage({ drawn, props }: { drawn: Drawn; props: FaceProps }) {
    const { face, screen } = drawn;
    return screen ? <screen.Stage {...props} /> : <FaceAsStage face={face} props={props} />;
}
