/* face-loader.ts: loads the face of a game; the generic face plays games that have none, and replaces one
 * that fails to load. */
import faces from "built:faces";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Face } from "./face";
import { factsOf } from "../shelf/games";
import { settings } from "../ui/storage";
import { fetchFaceStyle, stylesReady } from "../style/loader";

const found = new Map<string, Face>();
const generic = new Map<string, Face>();

/** The drawn face of a game; fails if there is none. */
export async function fetchOwnFace(game: string): Promise<Face> {
    fetchFaceStyle(game);
    const face = (await faces[game]!()).default as Face;
    await stylesReady();
    return face;
}

async function fetchGeneric(game: string): Promise<Face> {
    const [{ genericFace }, facts] = await Promise.all([import("./generic-face"), factsOf(game)]);
    await stylesReady();
    const face = generic.get(game) ?? genericFace(game, facts?.seat_keys);
    generic.set(game, face);
    return face;
}

export async function fetchFace(game: string): Promise<Face> {
    const own = Object.hasOwn(faces, game);
    const face = own ? await fetchOwnFace(game).catch(() => fetchGeneric(game)) : await fetchGeneric(game);
    found.set(game, face);
    return face;
}

/** The face that this device shows; null until it is loaded. */
export function useFace(game: string): Face | null {
    const plain = settings().table === "plain";
    const atHand = () => (plain ? generic : found).get(game) ?? null;
    const [face, setFace] = useState<Face | null>(atHand);
    useLayoutEffect(() => {
        let current = true;
        setFace(atHand);
        void (plain ? fetchGeneric(game) : fetchFace(game)).then((come) => current && setFace(come));
        return () => {
            current = false;
        };
    }, [plain, game]);
    return face;
}
