/* limits.ts: limits on logs, links and positions from outside. */

/** As table.h has it: no log is longer. */
export const LOG_MAX = 2048 + 20_000 * 256;

/** Longer links break in some programs; then a file is better. */
export const LINK_MAX = 8000;

/** The most that is unpacked from a link. */
export const PACKED_MAX = 4 * LINK_MAX;

/** A position in a link: as game.h has it, and every character may be written as three. */
export const POSITION_MAX = 3 * 1024;

/** Pasted text has various line endings; a log has one. */
export function tidied(text: string): string {
    return `${text
        .replace(/^\uFEFF/, "")
        .replace(/\r\n?/g, "\n")
        .trim()}\n`;
}
