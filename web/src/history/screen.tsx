/* screen.tsx: my games: the matches of this device, as charts and as a list. Nothing leaves the device unless
 * you export it. */
import statistics from "built:statistics";
import { useEffect, useRef, useState } from "preact/hooks";
import { order, shortTitle, title } from "../shelf/games";
import { Icon } from "../ui/icons";
import { download } from "../connection/match-log";
import { notice } from "../ui/notice";
import { openReview } from "../review/entry";
import { Choice } from "../ui/settings";
import { useConfirmation } from "../ui/confirmation";
import { TopBar } from "../ui/topbar";
import { _, _n, number } from "../ui/words";
import "./history.css";
import { Against, hasOpponents } from "./opponents";
import { BYTES_KEPT, MATCHES_KEPT, openArchive, type Archive } from "./archive";
import { useImport } from "./import-dialog";
import { detailsCsv, everythingJson, hasDetails, matchesCsv } from "./export";
import { catchUp } from "./log-collector";
import { List, type Doings } from "./match-list";
import { playedOf, READING, type Match } from "./match";
import { readAgain } from "./log-intake";

const ALL = "";
const MEGA = 1_000_000;

// ---- what there is ----

interface Kept {
    archive: Archive;
    matches: Match[];
    /** How many were deleted because space ran out. */
    gone: number;
}

/** What an older page has read is read again. */
async function upToDate(archive: Archive, match: Match): Promise<Match> {
    if (match.reading === READING) return match;
    const log = await archive.log(match.id);
    if (!log) return match;
    const again = await readAgain(match, log).catch(() => match);
    await archive.replace(again);
    return again;
}

async function look(): Promise<Kept> {
    const archive = await openArchive();
    const matches: Match[] = [];
    for (const match of await archive.all()) matches.push(await upToDate(archive, match));
    return { archive, matches, gone: await archive.gone() };
}

const cannotBeRead = () => notice(_("Your matches can't be loaded right now."));

function useKept(): [Kept | null, () => void] {
    const [kept, setKept] = useState<Kept | null>(null);
    const looks = useRef(0);
    const again = () => {
        const mine = ++looks.current; // who looked later has seen more
        void look().then((found) => mine === looks.current && setKept(found), cannotBeRead);
    };
    useEffect(() => {
        again();
        void catchUp().then(again);
    }, []);
    return [kept, again];
}

// ---- pictures ----

/** The charts; nothing, not even a heading, if there is nothing to draw. */
function Pictures({ game, matches }: { game: string; matches: Match[] }) {
    const all = playedOf(matches);
    const read = all.filter(({ facts }) => facts);
    const against = <Against played={all} />;
    const Statistics = Object.hasOwn(statistics, game) && read.length > 0 ? statistics[game] : null;
    if (!Statistics && !hasOpponents(all)) return null;
    return (
        <section class="history-pictures" aria-label={_("Statistics")}>
            <h2 class="history-head">{game === ALL ? _("All games") : title(game)}</h2>
            {Statistics ? <Statistics played={read}>{against}</Statistics> : against}
        </section>
    );
}

/** `Title (12)` for each game that was played. */
function gameChoices(matches: Match[]): [string, string][] {
    const count = (game: string) => matches.filter((match) => match.game === game).length;
    const played = [...new Set([...order, ...matches.map(({ game }) => game)])].filter(count);
    return [
        [ALL, _("All ({n})", { n: matches.length })],
        ...played.map((game): [string, string] => [
            game,
            _("{name} ({n})", { name: shortTitle(game), n: count(game) }),
        ]),
    ];
}

/** Several people may share a device. */
function nameChoices(matches: Match[]): [string, string][] {
    const names = [...new Set(playedOf(matches).map(({ name }) => name))];
    return names.length > 1
        ? [[ALL, _("Everyone here")], ...names.map((name): [string, string] => [name, name])]
        : [];
}

/** The matches, with only the seats of that name as mine. */
function ofName(matches: Match[], name: string): Match[] {
    if (name === ALL) return matches;
    return matches.flatMap((match) => {
        const own = match.mine.map((seat) => match.seats[seat - 1]!.name === name);
        if (!own.some(Boolean)) return [];
        const chosen = <T,>(list: T[]) => list.filter((_one, at) => own[at]);
        return [{ ...match, mine: chosen(match.mine), facts: chosen(match.facts) }];
    });
}

// ---- files ----

const today = () => new Date().toISOString().slice(0, 10);

function Files(props: {
    kept: Kept;
    chosen: Match[];
    game: string;
    onFiles: (files: File[]) => void;
    /** The progress of an import. */
    progress: string | null;
}) {
    const { kept, chosen, game, onFiles, progress } = props;
    const everything = () =>
        everythingJson(kept.matches, (id) => kept.archive.log(id)).then(
            (text) => download(text, `knobel-${today()}.json`, "application/json"),
            cannotBeRead,
        );
    const asTable = (text: string, name: string) =>
        download(text, `knobel-${name}-${today()}.csv`, "text/csv");
    return (
        <section class="sheet stack" aria-label={_("Export and import")}>
            <h2>{_("Export and import")}</h2>
            <p class="small">
                {_(
                    "Export everything, including logs, as a backup or for another device. The tables are for spreadsheets.",
                )}
            </p>
            <div class="row">
                <button
                    type="button"
                    class="button"
                    disabled={kept.matches.length === 0}
                    onClick={() => void everything()}
                >
                    <Icon name="down" />
                    {_("Everything (JSON)")}
                </button>
                <button
                    type="button"
                    class="button"
                    disabled={chosen.length === 0}
                    onClick={() => asTable(matchesCsv(chosen), game || "matches")}
                >
                    <Icon name="down" />
                    {_("Table of matches (CSV)")}
                </button>
                {hasDetails(game) && (
                    <button
                        type="button"
                        class="button"
                        onClick={() => asTable(detailsCsv(game, chosen), `${game}-details`)}
                    >
                        <Icon name="down" />
                        {_("Table of details (CSV)")}
                    </button>
                )}
                <label class="button history-choose">
                    <input
                        type="file"
                        class="ears"
                        multiple
                        accept=".json,.log,.txt,application/json,text/plain"
                        onChange={(event) => {
                            onFiles([...(event.currentTarget.files ?? [])]);
                            event.currentTarget.value = "";
                        }}
                    />
                    <Icon name="plus" />
                    {_("Import matches or logs")}
                </label>
            </div>
            {/* Not a status: screen readers should not read out two thousand steps. A notice gives the result. */}
            <p class="history-progress small">{progress}</p>
        </section>
    );
}

function Limits({ kept }: { kept: Kept }) {
    return (
        <div class="history-limits small">
            <p>
                {kept.archive.lasting
                    ? _(
                          "Saved in this browser only: up to {matches} matches or {mega} MB, after which the oldest are deleted.",
                          {
                              matches: MATCHES_KEPT,
                              mega: BYTES_KEPT / MEGA,
                          },
                      )
                    : _("This browser saves nothing: your matches will be lost when you close the page.")}
            </p>
            {kept.gone > 0 && (
                <p>
                    {_n(
                        "One old match has been deleted so far.",
                        "{n} old matches have been deleted so far.",
                        kept.gone,
                    )}
                </p>
            )}
        </div>
    );
}

// ---- all of it ----

function useDoings(kept: Kept | null, again: () => void) {
    const { ask, asked } = useConfirmation();
    const remove = (matches: Match[]) =>
        kept!.archive.remove(matches.map(({ id }) => id)).then(again, cannotBeRead);
    const withLog = (match: Match, then: (log: string) => void) =>
        void kept!.archive
            .log(match.id)
            .then((log) => (log ? then(log) : notice(_("This log is gone."))), cannotBeRead);
    const doings: Doings = {
        review: (match) => withLog(match, openReview),
        download: (match) =>
            withLog(match, (log) => download(log, `knobel-${match.game}-${match.id.slice(0, 8)}.log`)),
        remove: (match) =>
            ask({
                text: _("This deletes the match and its log from this device."),
                yes: _("Delete"),
                then: () => void remove([match]),
            }),
    };
    const removeAll = (matches: Match[]) =>
        ask({
            text: _n(
                "This deletes one match and its log from this device.",
                "This deletes {n} matches and their logs from this device.",
                matches.length,
            ),
            yes: _("Delete"),
            then: () => void remove(matches),
        });
    return { doings, removeAll, asked };
}

function useTitle(): void {
    useEffect(() => {
        document.title = `${_("My matches")} – Knobel`;
        return () => {
            document.title = "Knobel";
        };
    });
}

function Nothing() {
    return (
        <section class="sheet stack">
            <h2>{_("No matches yet")}</h2>
            <p>{_("Matches you finish on this device appear here, with statistics about your play.")}</p>
        </section>
    );
}

export default function HistoryScreen() {
    const [kept, again] = useKept();
    useTitle();
    const [game, setGame] = useState(ALL);
    const [name, setName] = useState(ALL);
    const { doings, removeAll, asked } = useDoings(kept, again);
    const { bring, progress, asked: whose } = useImport(again);
    const names = nameChoices(kept?.matches ?? []);
    const ofGame = (kept?.matches ?? []).filter((match) => game === ALL || match.game === game);
    const chosen = ofName(ofGame, names.some(([one]) => one === name) ? name : ALL);
    return (
        <>
            <TopBar title={_("My matches")} />
            <main
                class="history-page"
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                    event.preventDefault();
                    void bring([...(event.dataTransfer?.files ?? [])]);
                }}
            >
                {kept && kept.matches.length === 0 && <Nothing />}
                {kept && kept.matches.length > 0 && (
                    <>
                        <Choice
                            label={_("Game")}
                            value={game}
                            options={gameChoices(kept.matches)}
                            onChoose={setGame}
                        />
                        {names.length > 0 && (
                            <Choice
                                label={_("Whose matches")}
                                value={name}
                                options={names}
                                onChoose={setName}
                            />
                        )}
                        <Pictures game={game} matches={chosen} />
                        {chosen.length > 0 ? (
                            <h2 class="history-head">{_n("One match", "{n} matches", chosen.length)}</h2>
                        ) : (
                            <p>{_("No matches yet")}</p>
                        )}
                        <List matches={chosen} doings={doings} />
                        {chosen.length > 1 && (
                            <div class="row">
                                <button type="button" class="button" onClick={() => removeAll(chosen)}>
                                    {_("Delete all {n}", { n: number(chosen.length) })}
                                </button>
                            </div>
                        )}
                    </>
                )}
                {kept && (
                    <Files
                        kept={kept}
                        chosen={chosen}
                        game={game}
                        progress={progress}
                        onFiles={(files) => void bring(files)}
                    />
                )}
                {kept && <Limits kept={kept} />}
            </main>
            {asked}
            {whose}
        </>
    );
}
