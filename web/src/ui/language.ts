/* language.ts: the languages of the page, and which one this reader wants. */
import { settings } from "./storage";

export type Language = "en" | "de" | "nl" | "ja";
export const languages: Record<Language, string> = {
    en: "English",
    de: "Deutsch",
    nl: "Nederlands",
    ja: "日本語",
};

/** The best of our languages for this browser. */
function browserLanguage(): Language {
    for (const name of navigator.languages ?? []) {
        const letters = name.slice(0, 2).toLowerCase();
        if (letters in languages) return letters as Language;
    }
    return "en";
}

export function wantedLanguage(): Language {
    const { language: wanted } = settings();
    return wanted === "system" ? browserLanguage() : wanted;
}
