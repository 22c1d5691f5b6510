/* faces.ts: finds the face of a game; the generic one plays those that have none, and steps in if a face fails to
 * come. */
import faces from "made:faces";
import type { Face } from "./face";
import { stylesReady } from "./style";

const found = new Map<string, Face>();

async function load(key: string): Promise<Face> {
    const face = (await faces[key]!()).default as Face;
    await stylesReady();
    return face;
}

/** The face, if it has come already. */
export function faceAtHand(game: string): Face | null {
    return found.get(game) ?? null;
}

export async function fetchFace(game: string): Promise<Face> {
    const face = await load(Object.hasOwn(faces, game) ? game : "generic").catch(() => load("generic"));
    found.set(game, face);
    return face;
}
