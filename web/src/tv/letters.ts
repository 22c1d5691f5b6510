/* letters.ts: how long a text is, for styles that make a long one smaller. */

/** In letters of usual width; Japanese ones are twice as wide. */
export function lettersOf(text: string): number {
    return [...text].reduce((sum, letter) => sum + (letter >= "\u2e80" ? 2 : 1), 0);
}
