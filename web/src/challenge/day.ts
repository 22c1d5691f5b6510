/* day.ts: the dice of a day: how people here write it, and whether it has come. */
import { today } from "./tries";
import { _, dateLocale } from "../ui/words";

/** The day that dice are named after; null if their name is no day. */
function dayOf(name: string): Date | null {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(name)?.map(Number) ?? [];
    if (!year) return null;
    const date = new Date(year, month! - 1, day);
    return date.getMonth() === month! - 1 ? date : null;
}

/** As people here write it; null if the dice are not those of a day. */
export function dayText(name: string): string | null {
    const day = dayOf(name);
    return (
        day &&
        new Intl.DateTimeFormat(dateLocale(), { day: "numeric", month: "long", year: "numeric" }).format(day)
    );
}

/** Is that day still to come here? Names that look like days are in order. The house decides; this only says so early. */
export function isToCome(name: string): boolean {
    return /^\d{4}-\d\d-\d\d$/.test(name) && name > today();
}

/** What to call these dice. */
export function diceTitle(name: string): string {
    const day = dayText(name);
    return day ? _("Dice for {day}", { day }) : _("Same dice");
}
