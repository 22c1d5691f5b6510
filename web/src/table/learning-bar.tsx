/* learning-bar.tsx: a bar above the table with the progress of a game that is being learnt on this device. */
import { useLearning } from "../engine/learning";
import type { Room, TableMessage } from "../connection/messages";
import { _, number } from "../ui/words";

/** A bot to move learns for itself; otherwise someone has asked for a hint. */
export function Learner({ room, table, names }: { room: Room; table: TableMessage; names: string[] }) {
    const done = useLearning(room.game);
    if (done === null) return null;
    const bot = table.due.find((seat) => room.seats[seat - 1]?.bot !== undefined);
    const name = (bot && names[bot - 1]) || _("The best player");
    const percent = number(Math.floor(done * 100));
    return (
        <div
            class="learner"
            role="progressbar"
            aria-label={_("{name} is learning the game", { name })}
            aria-valuenow={Math.floor(done * 100)}
        >
            <span class="digits">{_("{name} is learning the game: {percent}%", { name, percent })}</span>
            <progress value={done} aria-hidden="true" />
        </div>
    );
}
