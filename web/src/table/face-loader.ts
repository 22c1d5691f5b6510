/* face-loader.ts: finds the face of a game; the generic one plays those that have none, and steps in if a face fails to
 * come. */
import faces from "built:faces";
import { useEffect, useState } from "preact/hooks";
import type { Face } from "./face";
import { settings } from "../ui/storage";
import { stylesReady } from "../style/loader";

const found = new Map<string, Face>();

async function load(key: string): Promise<Face> {
    const face = (await faces[key]!()).default as Face;
    await stylesReady();
    return face;
}

/** The face, if it has come already. */
function faceAtHand(game: string): Face | null {
    return found.get(game) ?? null;
}

export async function fetchFace(game: string): Promise<Face> {
    const face = await load(Object.hasOwn(faces, game) ? game : "generic").catch(() => load("generic"));
    found.set(game, face);
    return face;
}

/** The face that this device wants on its table; null until it has come. */
export function useFace(game: string): Face | null {
    const wanted = settings().table === "plain" ? "generic" : game;
    const [face, setFace] = useState<Face | null>(() => faceAtHand(wanted));
    useEffect(() => {
        let current = true;
        setFace(faceAtHand(wanted));
        void fetchFace(wanted).then((found) => current && setFace(found));
        return () => {
            current = false;
        };
    }, [wanted]);
    return face;
}
