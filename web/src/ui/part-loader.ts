/* part-loader.ts: waits until a part of the page has loaded, together with its styles and words. */
import { stylesReady } from "../style/loader";
import { restOfWords } from "./words";

export async function fetchPart<Part>(coming: Promise<Part>): Promise<Part> {
    const part = await coming;
    await Promise.all([stylesReady(), restOfWords()]);
    return part;
}
