/* companion.tsx: starting a match with the real game: what the device does, who plays, and start. Around one
 * device you need no network; with one device each it is a room like any other. */
import companions from "built:companions";
import { useState } from "preact/hooks";
import { title } from "./games";
import { Icon } from "../ui/icons";
import { settings } from "../ui/storage";
import type { GameFacts } from "../connection/messages";
import { openAndGo } from "../room/room";
import { SeatMark } from "../ui/seat-mark";
import { Sheet } from "../ui/sheet";
import { _, words } from "../ui/words";
import "./companion.css";

/** A real game: what the device does with it, and which dice and cards it takes it to have. */
export interface Companion {
    does: string;
    needs: string;
}

const NAME_MOST = 39;

interface Props {
    facts: GameFacts;
    onClose: () => void;
}

function Names({ facts, names, set }: { facts: GameFacts; names: string[]; set: (names: string[]) => void }) {
    const changed = (at: number, ...to: string[]) => [...names.slice(0, at), ...to, ...names.slice(at + 1)];
    return (
        <>
            <ul class="beside-names">
                {names.map((name, at) => (
                    <li>
                        <SeatMark seat={at + 1} size={18} />
                        <input
                            class="field"
                            value={name}
                            maxLength={NAME_MOST}
                            aria-label={_("Name of player {n}", { n: at + 1 })}
                            placeholder={_("Player {n}", { n: at + 1 })}
                            onInput={(event) => set(changed(at, event.currentTarget.value))}
                        />
                        <button
                            type="button"
                            class="button quiet round"
                            aria-label={_("Remove player {n}", { n: at + 1 })}
                            disabled={names.length <= facts.seats_min}
                            onClick={() => set(changed(at))}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
            {names.length < facts.seats_max && (
                <button type="button" class="button small" onClick={() => set([...names, ""])}>
                    <Icon name="plus" />
                    {_("Add a player")}
                </button>
            )}
        </>
    );
}

export function Door({ facts, onClose }: Props) {
    const { game, seats_min, seats_max } = facts;
    const companion = companions[game];
    const [busy, setBusy] = useState(false);
    const [names, setNames] = useState(() =>
        Array.from({ length: Math.min(seats_max, Math.max(2, seats_min)) }, (_none, at) =>
            at === 0 ? settings().name : "",
        ),
    );
    const open = (around: string[] | null) => {
        setBusy(true);
        void openAndGo(game, false, around !== null, { around }).finally(() => setBusy(false));
    };
    const called = names.map((name, at) => name.trim() || _("Player {n}", { n: at + 1 }));
    return (
        <Sheet title={_("{game}, with the real game", { game: title(game) })} onClose={onClose}>
            <div class="stack">
                <p>
                    {companion
                        ? words(companion.does)
                        : _("You play with the real game and enter what it shows.")}
                </p>
                {companion && <p class="soft">{words(companion.needs)}</p>}
                <h3>{_("One shared device")}</h3>
                <Names facts={facts} names={names} set={setNames} />
                <button type="button" class="button main" disabled={busy} onClick={() => open(called)}>
                    {_("Start")}
                </button>
                <p class="soft small">{_("The match stays on this device and works offline.")}</p>
                <button type="button" class="button" disabled={busy} onClick={() => open(null)}>
                    <Icon name="people" />
                    {_("One device each")}
                </button>
            </div>
        </Sheet>
    );
}
