/* file.ts: an evening as one file: a table of its matches, and all their logs. `knobel evening` reads it; the
 * format is in docs/log-format.md. */
import type { Evening, EveningPlayer } from "../connection/messages";
import { playerKey } from "./players";

const kindOf = ({ bot }: EveningPlayer) => (bot ? `bot:${bot}` : "person");

/** `logs` by the number of the match. */
export function eveningFile(room: string, evening: Evening, logs: Map<number, string>): string {
    const players = [...evening.standings];
    const numberOf = (player: EveningPlayer) =>
        players.findIndex((one) => playerKey(one) === playerKey(player)) + 1;
    const kept = evening.matches.filter(({ match }) => logs.has(match));
    return [
        "knobel evening 1",
        `room ${room}`,
        ...players.map((player, at) => `player ${at + 1} ${kindOf(player)} ${player.name}`),
        ...kept.map(
            ({ match, game, struck, seats }) =>
                `match ${match} ${game} ${struck ? "struck" : "counted"} ${seats
                    .map((seat) => `${numberOf(seat)}:${seat.place}`)
                    .join(" ")}`,
        ),
        ...kept.map(({ match }) => logs.get(match)!.replace(/\n$/, "")),
        "",
    ].join("\n");
}
