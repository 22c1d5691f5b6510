/* boot.ts: a small script inside index.html. While the page itself is on its way it dresses the page, asks for all other
 * files at once, and enters the room. */
import { fetchFirstFiles } from "./first-files";
import { dialEarly } from "./connection/dial";
import { dress } from "./ui/dress";
import { readCode, roomHere, screenHere } from "./ui/navigation";

const room = roomHere() ?? screenHere()?.code;
if (room && readCode(room)) dialEarly(room, roomHere() !== null); // first: this takes the most round trips
fetchFirstFiles();
dress();
