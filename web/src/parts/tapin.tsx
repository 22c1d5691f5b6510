/* tapin.tsx: real dice lie on the table: somebody taps in what they show. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { _, _n } from "../words";
import { FlatDie, type Mark } from "./dice";
import "./tapin.css";

const FACES = [1, 2, 3, 4, 5, 6];

interface TapInProps {
    /** How many dice are still to be told. */
    count: number;
    mark?: Mark;
    /** What a face is called. */
    nameOf?: (face: number) => string;
    declare: (shown: string) => void;
}

/** A pad of six faces. Whatever was tapped wrongly goes away with another tap, until all is told. */
export function TapIn({ count, mark, nameOf = String, declare }: TapInProps): JSX.Element {
    const [faces, setFaces] = useState<number[]>([]);
    const missing = count - faces.length;
    const tell = () => {
        declare(faces.join(" "));
        setFaces([]);
    };
    return (
        <section class="tapin surface-paper" aria-label={_("What the dice show")}>
            <p class="tapin-title">
                {missing > 0 ? _n("Tap in one die", "Tap in {n} dice", missing) : _("Is that what fell?")}
            </p>
            <ul class="tapin-told" aria-label={_("Tapped in")}>
                {Array.from({ length: count }, (_none, at) => {
                    const face = faces[at];
                    return (
                        <li>
                            {face === undefined ? (
                                <span class="tapin-empty" />
                            ) : (
                                <button
                                    type="button"
                                    aria-label={_("Take {face} away", { face: nameOf(face) })}
                                    onClick={() => setFaces(faces.filter((_face, i) => i !== at))}
                                >
                                    <FlatDie face={face} mark={mark} />
                                </button>
                            )}
                        </li>
                    );
                })}
            </ul>
            <div class="tapin-pad" role="group" aria-label={_("Faces")}>
                {FACES.map((face) => (
                    <button
                        type="button"
                        aria-label={nameOf(face)}
                        disabled={missing === 0}
                        onClick={() => setFaces([...faces, face])}
                    >
                        <FlatDie face={face} mark={mark} />
                    </button>
                ))}
            </div>
            <button type="button" class="button main" disabled={missing > 0} onClick={tell}>
                {_("That is what fell")}
            </button>
        </section>
    );
}

interface FirstInProps {
    names: readonly string[];
    declare: (shown: string) => void;
}

/** Who begins was drawn at the real table. */
export function FirstIn({ names, declare }: FirstInProps): JSX.Element {
    return (
        <section class="tapin surface-paper">
            <p class="tapin-title">{_("Who begins?")}</p>
            <div class="row">
                {names.map((name, at) => (
                    <button type="button" class="button" onClick={() => declare(`first ${at + 1}`)}>
                        {name}
                    </button>
                ))}
            </div>
        </section>
    );
}
