/* boot.ts: a small script of its own that asks at once for what the page will want when it has arrived: the words of the
 * reader's language (the build writes their addresses into index.html) and, in a room, the connection. */
import { dialEarly } from "./connection/dial";
import { readCode, roomHere, screenHere } from "./ui/navigation";
import { wantedLanguage } from "./ui/language";

const addresses = JSON.parse(document.currentScript?.dataset.words ?? "{}") as Record<string, string>;
const words = addresses[wantedLanguage()];
if (words) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = words;
    document.head.append(link);
}

const room = roomHere() ?? screenHere()?.code;
if (room && readCode(room)) dialEarly(room);
