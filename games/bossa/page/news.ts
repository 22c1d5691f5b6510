/* news.ts: what the opponent did in the turn before, so that it can be marked on the table. */
import { standing } from "page/connection/log-line";
import type { Place } from "./moves";
import type { Props } from "./view";

export interface News {
    /** Where tiles were laid or stacked. */
    places: Set<Place>;
    /** Tiles that changed hands or were discarded. */
    tiles: Set<string>;
}

/** Nothing if the last to act is the one who looks. */
export function newsFor({ lines, seat }: Pick<Props, "lines" | "seat">): News {
    const news: News = { places: new Set(), tiles: new Set() };
    const last = standing(lines)
        .filter(
            ({ who, move }) => typeof who === "number" && /^(lay|stack|redraw|exchange) /.test(move ?? ""),
        )
        .at(-1);
    if (!last || last.who === seat) return news;
    const [kind, ...words] = last.move!.split(" ");
    if (kind === "lay" || kind === "stack") news.places.add(`${words[0]} ${words[1]}`);
    else for (const tile of words) news.tiles.add(tile);
    return news;
}
