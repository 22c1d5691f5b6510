/* import-dialog.tsx: the dialog for importing games: choose or drop files, say who you are if they do not,
 * import them one by one. */
import { useState } from "preact/hooks";
import { Unanswered } from "../engine/engine";
import { notice } from "../ui/notice";
import { wrongWords } from "../review/log-errors";
import { Sheet } from "../ui/sheet";
import type { Wrong } from "../table/envelope";
import { whyNot } from "../ui/refusals";
import { _, _n } from "../ui/words";
import {
    FILE_BYTES_MOST,
    FILES_MOST,
    namesIn,
    NotOurs,
    offersIn,
    seatsOf,
    takeAll,
    type Offer,
    type Taken,
} from "./import";

function whyFile(reason: string): string {
    switch (reason) {
        case "too_large":
            return _("These files are too many or too large to be read at once.");
        case "version":
            return _("This file was written by a newer Knobel.");
        case "too_many":
            return _("There are more matches in this file than can be kept.");
        default:
            return _("This is not a log or a Knobel export file.");
    }
}

function whyLog({ reason, line }: Wrong): string {
    switch (reason) {
        case "not_over":
            return _("the match was not played to its end");
        case "no_secret":
            return _("without its secret a log cannot be checked");
        case "not_yours":
            return _("you have no seat in this match");
        default:
            return wrongWords(reason, line);
    }
}

function tell({ added, known, refused, why }: Taken): void {
    notice(_n("Imported one match.", "Imported {n} matches.", added));
    if (known > 0) notice(_n("One was already here.", "{n} were already here.", known));
    if (why)
        notice(
            _n("One was rejected: {why}", "{n} were rejected; the first: {why}", refused, {
                why: whyLog(why),
            }),
        );
}

async function readFiles(files: File[]): Promise<Offer[]> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length > FILES_MOST || bytes > FILE_BYTES_MOST) throw new NotOurs("too_large");
    const texts = await Promise.all(files.map((file) => file.text()));
    return texts.flatMap(offersIn);
}

/** Logs alone do not say who was at this device. */
function WhoseSheet(props: { names: string[]; onDone: (names: string[]) => void; onClose: () => void }) {
    const [chosen, setChosen] = useState<string[]>([]);
    const toggle = (name: string) =>
        setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
    return (
        <Sheet title={_("Who are you?")} onClose={props.onClose}>
            <div class="stack">
                <p>{_("These logs do not say which player you are.")}</p>
                <fieldset class="choice">
                    <legend class="ears">{_("Who are you?")}</legend>
                    <div class="choice-row">
                        {props.names.map((name) => (
                            <label class={chosen.includes(name) ? "pill chosen" : "pill"}>
                                <input
                                    type="checkbox"
                                    class="ears"
                                    checked={chosen.includes(name)}
                                    onChange={() => toggle(name)}
                                />
                                {name}
                            </label>
                        ))}
                    </div>
                </fieldset>
                <button
                    type="button"
                    class="button main"
                    disabled={chosen.length === 0}
                    onClick={() => props.onDone(chosen)}
                >
                    {_("Import")}
                </button>
            </div>
        </Sheet>
    );
}

/** `bring` takes files; `progress` says how far it is; `asked` must be drawn somewhere. */
export function useImport(onDone: () => void) {
    const [progress, setProgress] = useState<string | null>(null);
    const [asking, setAsking] = useState<Offer[] | null>(null);
    const take = async (offers: Offer[], names: string[]) => {
        const known = offers.map(({ log, mine }) => ({ log, mine: mine ?? seatsOf(log, names) }));
        try {
            const taken = await takeAll(known, (done) =>
                setProgress(_("Checking match {n} of {all}…", { n: done + 1, all: known.length })),
            );
            tell(taken);
        } catch (error) {
            const unchecked = error instanceof Unanswered;
            notice(unchecked ? _("This can't be checked right now.") : whyNot("disk_full"));
        }
        setProgress(null);
        onDone();
    };
    const bring = async (files: File[]) => {
        if (progress || files.length === 0) return;
        try {
            const offers = await readFiles(files);
            if (namesIn(offers).length > 0) setAsking(offers);
            else await take(offers, []);
        } catch (error) {
            notice(whyFile(error instanceof NotOurs ? error.message : "not_understood"));
        }
    };
    const asked = asking && (
        <WhoseSheet
            names={namesIn(asking)}
            onClose={() => setAsking(null)}
            onDone={(names) => {
                setAsking(null);
                void take(asking, names);
            }}
        />
    );
    return { bring, progress, asked };
}
