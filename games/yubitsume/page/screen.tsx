/* screen.tsx: Yubitsume on a big screen: everyone's hands, the dice, and who was how fast. Time is fair on the phones: there
 * the dice are seen first, here a moment later. */
import { FlatDie } from "page/table/parts/dice";
import { Palm } from "page/table/parts/palm";
import { useReveal } from "page/table/parts/reveal";
import type { GameScreen } from "page/tv/game-screen";
import { _ } from "page/ui/words";
import { Knife, sideOf, yubitsumeMark, type DieFace } from "./art";
import { askings, HandOf, useNoises } from "./face";
import type { Hit } from "./strip";
import { Strip } from "./strip";
import { TimeBar, Tray } from "./tray";
import { byHand, type Props, type YubitsumeView } from "./view";
import "./screen.css";

/** Longer than any phone that can still win may be behind (docs/fair-time.md): nobody is faster by looking up. */
const LATER_MS = 1000;

/** Nobody hits anything here. */
const still = { struck: new Map<number, Hit>(), strike: () => undefined };

/** What the dice can ask for. */
function Askings({ level }: { level: YubitsumeView["level"] }) {
    return (
        <ul class="tv-yubi-askings">
            {askings(level).map(([when, what]) => (
                <li key={when}>
                    <span>{when}</span>
                    <b>{what}</b>
                </li>
            ))}
        </ul>
    );
}

function Stage(props: Props) {
    const { view } = props;
    useNoises(props);
    const shown = view.phase === "window" && view.shown_ms !== null ? view.shown_ms + LATER_MS : null;
    const reveal = useReveal(shown, props.now);
    const open = view.phase === "window" || view.phase === "throwing";
    return (
        <div class="tv-yubi yubi">
            <ul class="yubi-hands">
                {view.seats.map((_seat, at) => (
                    <HandOf key={at} props={props} seat={at + 1} />
                ))}
            </ul>
            <div class="tv-yubi-tray">
                <Tray props={props} reveal={reveal} striking={still} />
                <TimeBar props={props} shown={reveal.shown} />
            </div>
            <div class="tv-yubi-beside">
                {!open && view.last ? (
                    <Strip last={view.last} names={props.names} timed={!byHand(props)} level={view.level} />
                ) : (
                    <Askings level={view.level} />
                )}
            </div>
        </div>
    );
}

const Die = ({ face, look }: { face: DieFace; look?: string }) => (
    <FlatDie face={sideOf(face)} mark={yubitsumeMark} look={look} />
);

const screen: GameScreen<YubitsumeView> = {
    Stage,
    laterMs: LATER_MS,
    pictures: [
        {
            Picture: () => (
                <>
                    <Die face="1s" look="tv-yubi-hit" />
                    <Die face="2b" />
                    <Die face="2c" />
                </>
            ),
            words: () => _("One die shares nothing with the others? Be the first to hit it."),
        },
        {
            Picture: () => (
                <>
                    <Die face="1s" />
                    <Die face="2b" />
                    <Die face="3c" />
                    <span class="tv-yubi-knife">
                        <Knife />
                    </span>
                </>
            ),
            words: () => _("No die shares anything? Hit the knife. Otherwise keep still."),
        },
        {
            Picture: () => (
                <span class="tv-yubi-palm">
                    <Palm fingers={["lost", "whole", "ring", "whole", "whole"]} seat={1} />
                </span>
            ),
            words: () =>
                _("Too slow or wrong costs a finger. The last one left wins a ring; three rings win."),
        },
    ],
};
export default screen;
