/* rules.tsx: the rules of a game for players. The build makes a text for each language, translated line by
 * line (web/words.mjs). Its syntax: `# ` starts a heading, `- ` an item, a blank line separates paragraphs,
 * `{figure NAME}` inserts a figure of games/GAME/page/figures.tsx. */
import figures from "built:figures";
import rules from "built:rules";
import type { JSX } from "preact";
import { Lid } from "../shelf/lids";
import { hasLesson, hasPractice } from "../learn/progress";
import { learn } from "../learn/way";
import { credit, title } from "../shelf/games";
import { Icon } from "./icons";
import { Sheet } from "./sheet";
import { usePromise } from "./hooks";
import { fetchPart } from "./part-loader";
import { _, language } from "./words";

export type Block =
    | { kind: "heading"; text: string }
    | { kind: "paragraph"; text: string }
    | { kind: "list"; items: string[] }
    | { kind: "figure"; name: string };

/** Line by line; continued lines of a paragraph or an item are joined. */
export function readRules(text: string): Block[] {
    const blocks: Block[] = [];
    let open = false; // does the next plain line continue the last block?
    for (const line of text.split(/\r?\n/)) {
        const last = blocks[blocks.length - 1];
        const figure = /^\{figure (\S+)\}$/.exec(line.trim());
        if (line.trim() === "") open = false;
        else if (figure) blocks.push({ kind: "figure", name: figure[1]! });
        else if (line.startsWith("# ")) blocks.push({ kind: "heading", text: line.slice(2).trim() });
        else if (line.startsWith("- ") && last?.kind === "list") last.items.push(line.slice(2).trim());
        else if (line.startsWith("- ")) blocks.push({ kind: "list", items: [line.slice(2).trim()] });
        else if (open && last?.kind === "list") last.items[last.items.length - 1] += ` ${line.trim()}`;
        else if (open && last?.kind === "paragraph") last.text += ` ${line.trim()}`;
        else blocks.push({ kind: "paragraph", text: line.trim() });
        if (line.trim() !== "") open = !figure && !line.startsWith("# ");
    }
    return blocks;
}

/** The pictures of a game, by name. */
type Figures = Record<string, () => JSX.Element>;

function Shown({ block, drawn }: { block: Block; drawn: Figures }) {
    if (block.kind === "heading") return <h3>{block.text}</h3>;
    if (block.kind === "paragraph") return <p>{block.text}</p>;
    if (block.kind === "list")
        return (
            <ul>
                {block.items.map((item) => (
                    <li>{item}</li>
                ))}
            </ul>
        );
    const Drawn = drawn[block.name];
    return Drawn ? <Drawn /> : null;
}

/** Has this game rules to be read? */
export const hasRules = (game: string): boolean => Object.hasOwn(rules, `${game}.en`);

/** The text and its pictures together, so that nothing jumps while someone reads. */
async function fetchRules(game: string): Promise<{ blocks: Block[]; drawn: Figures }> {
    const text = rules[`${game}.${language()}`] ?? rules[`${game}.en`];
    const [said, drawn] = await fetchPart(Promise.all([text?.(), figures[game]?.().catch(() => null)]));
    return { blocks: readRules(said?.default ?? ""), drawn: drawn?.default ?? {} };
}

/** Other ways to get to know the game than reading. */
function Ways({ game }: { game: string }) {
    return (
        <div class="rules-ways">
            {hasLesson(game) && (
                <button type="button" class="button" onClick={() => learn(game)}>
                    <Icon name="bulb" />
                    {_("Learn by playing")}
                </button>
            )}
            {hasPractice(game) && (
                <button type="button" class="button" onClick={() => learn(game, "practice")}>
                    <Icon name="time" />
                    {_("Practise throws")}
                </button>
            )}
        </div>
    );
}

/** `play`: what comes after reading; `ways`: are there others to learn the game? They lead away from here. */
export function RulesSheet({
    game,
    onClose,
    play,
    ways = true,
}: {
    game: string;
    onClose: () => void;
    ways?: boolean;
    play?: { text: string; on: () => void };
}) {
    const found = usePromise(() => fetchRules(game), [game, language()]);
    return (
        <Sheet title={_("Rules: {game}", { game: title(game) })} onClose={onClose} wide>
            <article class="rules">
                <div class="rules-lid">
                    <Lid game={game} />
                </div>
                <p class="soft small">{credit(game)}</p>
                {ways && <Ways game={game} />}
                {found?.blocks.map((block) => (
                    <Shown block={block} drawn={found.drawn} />
                ))}
                {found && play && (
                    <button type="button" class="button main rules-play" onClick={play.on}>
                        {play.text}
                    </button>
                )}
            </article>
        </Sheet>
    );
}
