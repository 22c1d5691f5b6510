/* first-files.ts: asks for all files at once that the page will want when its script has arrived: its styles, the words of the
 * reader's language and, in a room, the face of its game. The build writes their addresses into index.html, and the server
 * the game of the room. */
import { addModule, addStyle, type Style } from "./style/links";
import { roomHere } from "./ui/navigation";
import { keptRoom, settings } from "./ui/storage";
import { wantedLanguage } from "./ui/language";

/** As bundle.mjs writes them. */
interface FirstFiles {
    styles: Style[];
    words: Record<string, string>;
    faces: Record<string, { script: string; style?: Style }>;
}

function named(): FirstFiles {
    const text = document.querySelector<HTMLElement>("script[data-files]")?.dataset.files;
    return text ? (JSON.parse(text) as FirstFiles) : { styles: [], words: {}, faces: {} };
}

/** The game of the room that the address names, if the server has said it, or this device knows it. */
export function gameHere(): string | null {
    const room = roomHere();
    if (!room) return null;
    const said = document.querySelector<HTMLMetaElement>('meta[name="knobel-game"]')?.content;
    return said ?? keptRoom(room)?.game ?? null;
}

/** What is there already is not asked for again. */
export function fetchFirstFiles(): void {
    const { styles, words, faces } = named();
    for (const style of styles) addStyle(...style);
    const language = words[wantedLanguage()];
    if (language) addModule(language);
    const game = settings().table === "drawn" ? gameHere() : null;
    const face = game && Object.hasOwn(faces, game) ? faces[game] : null;
    if (!face) return;
    addModule(face.script);
    if (face.style) addStyle(...face.style);
}
