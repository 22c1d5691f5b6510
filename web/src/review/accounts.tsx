/* accounts.tsx: the account of each seat: a sum that adds up to the result, and the same as bars with their
 * spread. Values within their error bar have no colour: they may be nothing. */
import { SeatMark } from "../ui/seat-mark";
import { _ } from "../ui/words";
import { isBeyond, roundToSum, type Account } from "./report";
import { UNITS, doubtText, signedText, unitsText, type Meaning } from "./values";

interface Part {
    key: "start" | "luck" | "errors" | "gifts";
    label: string;
    /** As it goes into the engine's sum, errors with a minus: more is better. */
    value: number;
    doubt: number;
    /** The same as people count it, in whole units, so that the sum still closes. */
    units: number;
}

function partsOf(account: Account, meaning: Meaning): { parts: Part[]; end: number } {
    const parts = [
        { key: "start", label: _("Start"), value: account.start, doubt: account.start_doubt },
        { key: "luck", label: _("Luck"), value: account.luck, doubt: account.luck_doubt },
        { key: "errors", label: _("Mistakes"), value: -account.errors, doubt: account.errors_doubt },
        { key: "gifts", label: _("Gifts"), value: account.gifts, doubt: account.gifts_doubt },
    ] as const;
    const [start, ...changes] = parts.map(({ value }) => value * UNITS[meaning]);
    const end = Math.round(account.end * UNITS[meaning]);
    const units = [Math.round(start!), ...roundToSum(changes, end - Math.round(start!))];
    return { parts: parts.map((part, at) => ({ ...part, units: units[at]! })), end };
}

/** Nothing lost is still shown as something taken away, or added where the fewest points win. */
function signOf({ key, units }: Part): string {
    if (key === "start") return "";
    return units < 0 ? "−" : "+"; // zero is never negative
}

function Sum({ account, meaning }: { account: Account; meaning: Meaning }) {
    const { parts, end } = partsOf(account, meaning);
    return (
        <p class="review-sum">
            {parts.map((part) => (
                <span class="review-term" data-part={part.key} data-units={part.units}>
                    <b class="digits">
                        {signOf(part)} {unitsText(part.units, meaning)}
                    </b>
                    <span>{part.label}</span>
                    <span class="digits">{doubtText(part.doubt, meaning)}</span>
                </span>
            ))}
            <span class="review-term" data-part="end" data-units={end}>
                <b class="digits">= {unitsText(end, meaning)}</b>
                <span>{_("End")}</span>
            </span>
        </p>
    );
}

/** Good, bad, or neither within the error. */
function colourOf({ value, doubt }: Part, meaning: Meaning): string {
    if (!isBeyond(value, doubt, meaning)) return "";
    return value > 0 ? "good" : "bad";
}

/** A bar from the middle; `most` is what reaches the edge. */
function Bar({ part, most, meaning }: { part: Part; most: number; meaning: Meaning }) {
    const at = (value: number) => 50 + (50 * Math.max(-most, Math.min(most, value))) / most;
    const value = part.value * Math.sign(UNITS[meaning]);
    const { doubt } = part;
    const [low, high] = [Math.min(0, value), Math.max(0, value)];
    return (
        <>
            <dt>{part.label}</dt>
            <dd>
                <span class="review-track" aria-hidden="true">
                    <i
                        class={`review-bar ${colourOf(part, meaning)}`}
                        style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }}
                    />
                    {doubt > 0 && (
                        <i
                            class="review-spread"
                            style={{
                                left: `${at(value - doubt)}%`,
                                width: `${at(value + doubt) - at(value - doubt)}%`,
                            }}
                        />
                    )}
                </span>
                <span class="digits review-figure">
                    {signedText(part.units / UNITS[meaning], meaning)} {doubtText(doubt, meaning)}
                </span>
            </dd>
        </>
    );
}

/** Of a review that is still being made, the account so far. */
export function Accounts(props: { seats: Account[]; names: string[]; meaning: Meaning; isDone: boolean }) {
    const { seats, names, meaning, isDone } = props;
    const bars = (account: Account) => partsOf(account, meaning).parts.filter(({ key }) => key !== "start");
    const most = Math.max(
        Number.EPSILON,
        ...seats.flatMap(bars).map(({ value, doubt }) => Math.abs(value) + doubt),
    );
    const exact = isDone && seats.every(({ doubt }) => doubt === 0);
    return (
        <section
            class={exact ? "sheet review-accounts exact" : "sheet review-accounts"}
            aria-label={_("Luck and mistakes")}
            aria-busy={!isDone}
        >
            <h2>{_("Luck and mistakes")}</h2>
            <p class="soft small">
                {_(
                    "Luck is what the dice changed, mistakes are what a player's own moves lost, and gifts are what other players' moves brought. Start, luck, mistakes and gifts add up to the end.",
                )}
            </p>
            {seats.map((account, at) => (
                <article class="review-account" data-seat={at + 1}>
                    <h3>
                        <SeatMark seat={at + 1} size={16} /> {names[at]}
                    </h3>
                    <Sum account={account} meaning={meaning} />
                    <dl class="review-bars">
                        {bars(account).map((part) => (
                            <Bar part={part} most={most} meaning={meaning} />
                        ))}
                    </dl>
                </article>
            ))}
            {!exact && (
                <p class="soft small">
                    {_(
                        "± is the margin of error (95 per cent confidence). Figures within it are shown without colour: they may mean nothing.",
                    )}
                </p>
            )}
        </section>
    );
}
