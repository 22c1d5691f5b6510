/* hint.tsx: what the best player there is thinks of each move. */
import type { Opinions } from "./messages";
import { Sheet } from "./sheet";
import { _, _key, number } from "./words";

export function HintSheet({
    game,
    opinions,
    onClose,
}: {
    game: string;
    opinions: Opinions | null;
    onClose: () => void;
}) {
    const shown = opinions?.moves.slice(0, 6) ?? [];
    const text = (move: string) =>
        move
            .split(" ")
            .map((word) => (/^[a-z_]+$/.test(word) ? _key(game, word) : word))
            .join(" ");
    const value = (v: number) =>
        opinions?.meaning === "wins"
            ? `${number(Math.round(v * 1000) / 10)} %`
            : number(Math.round(v * 10) / 10);
    return (
        <Sheet title={_("What the best player would do")} onClose={onClose}>
            {!opinions && <p role="status">{_("Thinking …")}</p>}
            <ol class="hints">
                {shown.map(({ move, value: v }) => (
                    <li>
                        <span>{text(move)}</span>
                        <b class="digits">{value(v)}</b>
                    </li>
                ))}
            </ol>
            {opinions && (
                <p class="soft small">
                    {opinions.meaning === "wins"
                        ? _("How likely each move wins.")
                        : _("How many points each move is worth in the end, on average.")}
                </p>
            )}
        </Sheet>
    );
}
