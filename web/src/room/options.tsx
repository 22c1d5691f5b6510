/* options.tsx: the options of the game with their meaning, and the settings of the room. The host changes
 * them; everyone sees them. */
import type { GameFacts, Option, Room } from "../connection/messages";
import { levels } from "../connection/messages";
import { describe, valueText } from "./option-words";
import { levelName } from "./people";
import type { Act } from "./room";
import { languages } from "../ui/language";
import { Choice } from "../ui/settings";
import { _, _n, words } from "../ui/words";

/** The numbers an option may have, few enough to choose from. */
function choices(game: string, option: Option): number[] {
    const [min, max] = [option.min ?? 0, option.max ?? 0];
    const { numbers } = describe(game, option.key);
    return numbers ?? Array.from({ length: max - min + 1 }, (_number, k) => min + k);
}

function OptionField({ room, option, act, fixed }: { room: Room; option: Option; act: Act; fixed: boolean }) {
    const { label, meaning } = describe(room.game, option.key);
    const value = room.options[option.key] ?? option.initial;
    const set = (chosen: string | number) => void act({ type: "set", options: { [option.key]: chosen } });
    if (option.values)
        return (
            <div class="option">
                <Choice
                    label={words(label)}
                    value={String(value)}
                    disabled={fixed}
                    onChoose={set}
                    options={option.values.map((one) => [one, valueText(room, option, one)])}
                />
                <p class="soft small">{words(meaning)}</p>
            </div>
        );
    const numbers = choices(room.game, option).filter(
        (number) => option.key !== "first" || number <= Math.max(room.seats.length, Number(value)),
    );
    return (
        <div class="option">
            <label class="option-line">
                <span>{words(label)}</span>
                <select
                    class="field"
                    disabled={fixed}
                    value={String(value)}
                    onChange={(event) => set(Number(event.currentTarget.value))}
                >
                    {(numbers.includes(Number(value)) ? numbers : [Number(value), ...numbers]).map(
                        (number) => (
                            <option value={String(number)}>{valueText(room, option, number)}</option>
                        ),
                    )}
                </select>
            </label>
            <p class="soft small">{words(meaning)}</p>
        </div>
    );
}

const sameChoice = ({ same_dice }: GameFacts): [Room["dice"], string][] =>
    same_dice ? [["same", _("Same for everyone")]] : [];

/** The options of the game in this room. */
export function GameOptions({
    room,
    facts,
    act,
    fixed,
}: {
    room: Room;
    facts: GameFacts;
    act: Act;
    fixed: boolean;
}) {
    return (
        <div class="stack">
            {facts.options.map((option) => (
                <OptionField key={option.key} room={room} option={option} act={act} fixed={fixed} />
            ))}
            <div class="option">
                <Choice
                    label={_("The dice")}
                    value={room.dice}
                    disabled={fixed}
                    onChoose={(dice) => void act(companion(dice, facts))}
                    options={[["house", _("From the house")], ...sameChoice(facts), ["ours", _("Our own")]]}
                />
                {facts.same_dice && (
                    <p class="soft small">
                        {_(
                            "Same for everyone: in each turn, all players get the same throws. Those who play later in a round have seen them.",
                        )}
                    </p>
                )}
                <p class="soft small">
                    {_("Our own: play with the real game and enter what its dice, tiles or cards show.")}
                </p>
            </div>
        </div>
    );
}

/** With the real game some options make sense that do not otherwise. */
function companion(dice: Room["dice"], facts: GameFacts): { type: string; [member: string]: unknown } {
    const [key, value] = facts.companion?.split("=") ?? [];
    const usual = facts.options.find((option) => option.key === key)?.initial;
    return { type: "set", dice, ...(key && { options: { [key]: dice === "ours" ? value : usual } }) };
}

function NumberChoice(props: {
    label: string;
    value: number;
    numbers: number[];
    text: (n: number) => string;
    onChoose: (n: number) => void;
    disabled: boolean;
}) {
    const numbers = props.numbers.includes(props.value) ? props.numbers : [props.value, ...props.numbers];
    return (
        <label class="option-line">
            <span>{props.label}</span>
            <select
                class="field"
                disabled={props.disabled}
                value={String(props.value)}
                onChange={(event) => props.onChoose(Number(event.currentTarget.value))}
            >
                {numbers.map((n) => (
                    <option value={String(n)}>{props.text(n)}</option>
                ))}
            </select>
        </label>
    );
}

const seconds = (n: number) =>
    n < 120 ? _n("{n} second", "{n} seconds", n) : _n("{n} minute", "{n} minutes", Math.round(n / 60));

/** The settings of this room, for all games. */
export function RoomHabits({ room, act, fixed }: { room: Room; act: Act; fixed: boolean }) {
    const set = (change: Record<string, unknown>) => void act({ type: "set", ...change });
    return (
        <div class="stack">
            <div class="option">
                <Choice
                    label={_("When someone is away")}
                    value={room.away}
                    disabled={fixed}
                    onChoose={(away) => set({ away })}
                    options={[
                        ["ask", _("Those present decide")],
                        ["bot", _("A bot stands in")],
                        ["wait", _("Wait")],
                    ]}
                />
                {room.away !== "wait" && (
                    <NumberChoice
                        label={_("after")}
                        value={room.away_s}
                        numbers={[10, 30, 60, 180, 600]}
                        text={seconds}
                        disabled={fixed}
                        onChoose={(n) => set({ away_s: n })}
                    />
                )}
            </div>
            <label class="option-line">
                <span>{_("Stand-in bot")}</span>
                <select
                    class="field"
                    disabled={fixed}
                    value={room.standin}
                    onChange={(event) => set({ standin: event.currentTarget.value })}
                >
                    {levels.map((level) => (
                        <option value={level}>{levelName(level)}</option>
                    ))}
                </select>
            </label>
            <div class="option">
                <NumberChoice
                    label={_("Time limit per decision")}
                    value={room.turn_s}
                    numbers={[0, 15, 30, 60, 90, 180, 600, 86400]}
                    text={(n) =>
                        n === 0
                            ? _("No limit")
                            : n >= 86400
                              ? _n("{n} day", "{n} days", n / 86400)
                              : seconds(n)
                    }
                    disabled={fixed}
                    onChoose={(n) => set({ turn_s: n })}
                />
                <p class="soft small">
                    {_("For each throw, choice or move. When time runs out, a bot makes that one decision.")}
                </p>
            </div>
            <NumberChoice
                label={_("Bots think for up to")}
                value={room.pace_ms}
                numbers={[0, 500, 1000, 1500, 3000, 5000]}
                text={(n) => (n === 0 ? _("No time") : _n("{n} second", "{n} seconds", n / 1000))}
                disabled={fixed}
                onChoose={(n) => set({ pace_ms: n })}
            />
            <Choice
                label={_("Who goes first in the next match")}
                value={room.evening?.begins ?? "rotate"}
                disabled={fixed}
                onChoose={(value) => set({ begins: value })}
                options={[
                    ["rotate", _("The next player")],
                    ["loser", _("The loser")],
                    ["same", _("The same player")],
                ]}
            />
            <div class="option">
                <Choice
                    label={_("Hints")}
                    value={room.hints ? "on" : "off"}
                    disabled={fixed}
                    onChoose={(value) => set({ hints: value === "on" })}
                    options={[
                        ["on", _("Allowed")],
                        ["off", _("Not allowed")],
                    ]}
                />
                <p class="soft small">{_("Everyone sees how many hints a player has asked for.")}</p>
            </div>
            <div class="option">
                <Choice
                    label={_("Link preview shows")}
                    value={room.invite_names ? "on" : "off"}
                    disabled={fixed}
                    onChoose={(value) => set({ invite_names: value === "on" })}
                    options={[
                        ["off", _("Game only")],
                        ["on", _("Game and host's name")],
                    ]}
                />
                <p class="soft small">{_("Messengers show a preview to everyone who gets the link.")}</p>
            </div>
            <label class="option-line">
                <span>{_("Preview language")}</span>
                <select
                    class="field"
                    disabled={fixed}
                    value={room.language}
                    onChange={(event) => set({ language: event.currentTarget.value })}
                >
                    {Object.entries(languages).map(([key, name]) => (
                        <option value={key}>{name}</option>
                    ))}
                </select>
            </label>
            <Choice
                label={_("Reactions")}
                value={(room.reactions ?? true) ? "on" : "off"}
                disabled={fixed}
                onChoose={(value) => set({ reactions: value === "on" })}
                options={[
                    ["on", _("Allowed")],
                    ["off", _("Not allowed")],
                ]}
            />
            <div class="option">
                <Choice
                    label={_("Who can join")}
                    value={room.listed ? "on" : "off"}
                    disabled={fixed}
                    onChoose={(value) => set({ listed: value === "on" })}
                    options={[
                        ["off", _("Anyone with the link")],
                        ["on", _("Everyone")],
                    ]}
                />
                <p class="soft small">{_("Rooms open to everyone are listed on the home page.")}</p>
            </div>
            <div class="option">
                <Choice
                    label={_("Free seats")}
                    value={room.locked ? "on" : "off"}
                    disabled={fixed}
                    onChoose={(value) => set({ locked: value === "on" })}
                    options={[
                        ["off", _("Open to anyone")],
                        ["on", _("Closed to newcomers")],
                    ]}
                />
                <p class="soft small">{_("Anyone you removed can't sit down again but can still watch.")}</p>
            </div>
            <div class="option">
                <Choice
                    label={_("What spectators see")}
                    value={room.watching}
                    disabled={fixed || room.status === "playing"}
                    onChoose={(value) => set({ watching: value })}
                    options={[
                        ["all", _("Everything")],
                        ["late", _("No secrets")],
                        ["none", _("Only the result")],
                    ]}
                />
                <p class="soft small">
                    {_(
                        "Without secrets, the table stands still for spectators until everyone may see it all.",
                    )}
                </p>
            </div>
        </div>
    );
}
