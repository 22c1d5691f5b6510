/* result.tsx: the result of a match, for sharing. */
import type { Snapshot } from "../connection/room-connection";
import { factsOf, title } from "../shelf/games";
import { headline, ranking } from "../table/end";
import { usePromise } from "../ui/hooks";
import { dateLocale, number } from "../ui/words";
import { ShareSheet } from "./sheet";

/** Everyone's words, not those of whoever shares it: "You won!" would be someone else's. */
const forAll = (now: Snapshot): Snapshot => ({ ...now, you: { ...now.you, seats: [] } });

export function ShareResult({
    now,
    names,
    by,
    onClose,
}: {
    now: Snapshot;
    names: string[];
    by: string | null;
    onClose: () => void;
}) {
    const { game } = now.room!;
    const facts = usePromise(() => factsOf(game), [game]);
    const table = now.table!;
    const places = ranking(now, names, facts?.fewest_win ?? false);
    const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: "long" }).format(table.opened);
    const head = headline(forAll(now), names);
    const rows = places.map(({ seat, name, score, won }) => ({ seat, name, won, score: number(score) }));
    const lines = rows.map(({ name, score, won }) => `${won ? "★" : "·"} ${name}: ${score}`);
    const text = [`${title(game)}: ${head}`, ...(by ? [by] : []), ...lines, location.origin].join("\n");
    const result = { game, title: title(game), headline: head, by, rows, foot: `${date} · ${location.host}` };
    // Points are in the right order only when it is known which are good.
    return facts && <ShareSheet result={result} text={text} onClose={onClose} />;
}
