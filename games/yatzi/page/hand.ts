/* hand.ts: which dice a player has marked to keep, and which die is which. The rules know slots; of equal
 * dice they keep the first. People know the die they tapped, so each die has a key of its own that moves with
 * it from slot to slot. */
import { useState } from "preact/hooks";
import { DICE, staying, throwMove, type Turn } from "./turn";

export interface Hand {
    /** The key of the die in each slot. */
    keys: number[];
    /** The keys of the dice kept, in the order in which they lie in the tray. */
    kept: number[];
    toggle(key: number): void;
    /** Keep these faces, and no others. */
    hold(faces: readonly number[]): void;
    /** The move that throws the rest, and what has to be remembered when it is made. */
    throwMove: string;
    thrown(): void;
}

interface Kept {
    number: number | null;
    keys: number[];
}

const inOrder = Array.from({ length: DICE }, (_, slot) => slot);

/** Give the dice that stay by the rules the keys of the dice that were kept by hand. */
function carriedOver(
    keys: readonly number[],
    dice: readonly (number | null)[],
    kept: readonly number[],
): number[] {
    const faceOf = (key: number) => dice[keys.indexOf(key)];
    const stay = staying(
        dice,
        kept.map((key) => faceOf(key) ?? 0),
    );
    const stayingKeys = [...kept];
    const others = keys.filter((key) => !kept.includes(key));
    return dice.map((face, slot) => {
        const list = stay[slot] ? stayingKeys : others;
        const at = stay[slot] ? list.findIndex((key) => faceOf(key) === face) : 0;
        return list.splice(at, 1)[0]!;
    });
}

/** The dice of this turn; null: their history is not known. */
export function useHand(turn: Turn | null, dice: readonly (number | null)[]): Hand {
    const [keys, setKeys] = useState(inOrder);
    const [chosen, setChosen] = useState<Kept>({ number: null, keys: [] });
    const number = turn?.number ?? null;
    const stayed = keys.filter((_key, slot) => turn?.stayed[slot]);
    const trayOrder = (key: number) => (chosen.keys.includes(key) ? chosen.keys.indexOf(key) : DICE);
    const kept = chosen.number === number ? chosen.keys : stayed.sort((a, b) => trayOrder(a) - trayOrder(b));
    const faces = kept.flatMap((key) => dice[keys.indexOf(key)] ?? []);
    return {
        keys,
        kept,
        toggle: (key) =>
            setChosen({
                number,
                keys: kept.includes(key) ? kept.filter((other) => other !== key) : [...kept, key],
            }),
        hold: (wanted) => {
            const stay = staying(dice, wanted);
            setChosen({ number, keys: keys.filter((_key, slot) => stay[slot]) });
        },
        throwMove: throwMove(faces),
        thrown: () => {
            setChosen({ number, keys: kept });
            setKeys(carriedOver(keys, dice, kept));
        },
    };
}
