/**
 * solutions.mjs: what the modules ask while they learn a game (wasm/solutions.c), for both of their wrappers.
 */

/**
 * What is told while the engine learns a game: how much of it is learnt, from 0 to 1. Must not throw.
 * @typedef {(game: string, part: number) => void} Learnt
 */

/**
 * Keeps solutions for other instances of the same module. `setup` and `solved` are bytes in the module's memory: copy
 * them. `recall` fills `solved`, or answers false. Neither may throw.
 * @typedef {{
 *     recall: (game: string, setup: Uint8Array, solved: Uint8Array) => boolean,
 *     keep: (game: string, setup: Uint8Array, solved: Uint8Array) => void,
 * }} Solutions
 */

/** Keeps nothing. @type {Solutions} */
export const noSolutions = { recall: () => false, keep: () => undefined };

const decoder = new TextDecoder();

/**
 * The imports.
 * @param {(at: number, length: number) => Uint8Array} bytes of the module's memory
 * @param {Learnt} [learnt]
 * @param {Solutions} [solutions]
 */
export function solutionImports(bytes, learnt = () => undefined, solutions = noSolutions) {
    const text = (/** @type {number} */ at, /** @type {number} */ length) =>
        decoder.decode(bytes(at, length));
    return {
        /** @param {number} game @param {number} length @param {number} part */
        learnt: (game, length, part) => learnt(text(game, length), part),
        /** @param {number[]} where a text, the setup and the solution: where each begins, and how long it is */
        recall: (...[game, length, setup, size, solved, count]) =>
            solutions.recall(text(game, length), bytes(setup, size), bytes(solved, count)),
        /** @param {number[]} where likewise */
        keep: (...[game, length, setup, size, solved, count]) =>
            solutions.keep(text(game, length), bytes(setup, size), bytes(solved, count)),
    };
}
