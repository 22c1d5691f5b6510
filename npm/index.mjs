/**
 * index.mjs: the engine of Knobel for browsers and node: `const knobel = await openKnobel()`. The classes are in engine.mjs,
 * for those who bring the module themselves.
 */
import { Knobel } from './engine.mjs';
import { simd } from './simd.mjs';

export * from './engine.mjs';

/** Beside this file. Written out in full, so that bundlers find them. */
const modules = () => ({
    plain: new URL('./knobel.wasm', import.meta.url),
    simd: new URL('./knobel-simd.wasm', import.meta.url),
});

/** Of node; not for bundlers to follow. @param {string} name @returns {Promise<any>} */
const ofNode = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

/** @param {URL} address @returns {Promise<BufferSource>} */
async function read(address) {
    if (address.protocol === 'file:') return (await ofNode('fs/promises')).readFile(address);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.arrayBuffer();
}

/**
 * Load the engine: the module beside this file that runs fastest here, or another one.
 * @param {import('./engine.mjs').Loading & {module?: BufferSource | WebAssembly.Module}} [options]
 * @returns {Promise<Knobel>}
 */
export async function openKnobel({ module, ...loading } = {}) {
    if (!('crypto' in globalThis) && !loading.random) {
        const { webcrypto } = await ofNode('crypto'); // node 18
        loading.random = (bytes) => webcrypto.getRandomValues(bytes);
    }
    return Knobel.load(module ?? (await read(simd ? modules().simd : modules().plain)), loading);
}
