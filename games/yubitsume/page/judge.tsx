/* judge.tsx: playing with real dice and hands: shows what was right, asks who keeps all fingers. One tap if
 * one hand was first; more only if nobody can tell, or if all should have kept still. */
import { useState } from "preact/hooks";
import { SeatMark } from "page/ui/seat-mark";
import { _ } from "page/ui/words";
import { nameOf } from "page/table/parts/throws";
import { settledThrow, type Props } from "./view";
import "./judge.css";

const safeMove = (seats: number[]) => `safe ${seats.length > 0 ? seats.join(" ") : "nobody"}`;

export function Judge({ props }: { props: Props }) {
    const [several, setSeveral] = useState(false);
    const [chosen, setChosen] = useState<number[]>([]);
    const asked = settledThrow(props)!;
    const hitDue = asked.right.length > 0;
    const inRound = props.view.seats.flatMap((seat, at) => (seat.in ? [at + 1] : []));
    const toggle = (seat: number) =>
        setChosen(chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].sort());
    const say = (safe: number[]) =>
        props.moves.length > 0 && props.play(safeMove(safe), undefined, props.view.turn);
    const atOnce = hitDue && !several;
    return (
        <div class="yubi-judge">
            {props.mine.includes(props.view.turn) ? (
                <>
                    <p id="judge-asks">
                        {!hitDue ? _("Who moved?") : several ? _("Who tied for first?") : _("Who was first?")}
                    </p>
                    <div class="yubi-judge-seats" role="group" aria-labelledby="judge-asks">
                        {inRound.map((seat) => (
                            <button
                                key={seat}
                                type="button"
                                class="button"
                                aria-pressed={atOnce ? undefined : chosen.includes(seat)}
                                onClick={() => (atOnce ? say([seat]) : toggle(seat))}
                            >
                                <SeatMark seat={seat} size={14} />
                                {nameOf(props.names, seat)}
                            </button>
                        ))}
                    </div>
                    <div class="yubi-judge-else">
                        {atOnce && (
                            <button type="button" class="button small" onClick={() => say([])}>
                                {_("Nobody was right")}
                            </button>
                        )}
                        {atOnce && (
                            <button type="button" class="button small" onClick={() => setSeveral(true)}>
                                {_("Too close to call")}
                            </button>
                        )}
                        {!atOnce && (
                            <button
                                type="button"
                                class="button main"
                                disabled={several && chosen.length === 0}
                                onClick={() =>
                                    say(several ? chosen : inRound.filter((seat) => !chosen.includes(seat)))
                                }
                            >
                                {!hitDue && chosen.length === 0 ? _("Nobody moved") : _("Confirm")}
                            </button>
                        )}
                    </div>
                </>
            ) : (
                <p>{_("{name} says who was first.", { name: nameOf(props.names, props.view.turn) })}</p>
            )}
        </div>
    );
}
