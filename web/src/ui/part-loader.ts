/* part-loader.ts: a part of the page that is fetched when it is wanted has come when its styles and its words are here, too. */
import { stylesReady } from "../style/loader";
import { restOfWords } from "./words";

export async function fetchPart<Part>(coming: Promise<Part>): Promise<Part> {
    const part = await coming;
    await Promise.all([stylesReady(), restOfWords()]);
    return part;
}
