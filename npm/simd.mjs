/** simd.mjs: whether SIMD runs here in WebAssembly; there are modules for both cases. */

/* The smallest module that needs it: (func (result v128) i32.const 0, i8x16.splat, i8x16.popcnt) */
const SMALLEST = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
];

/** Does it? */
export const simd = WebAssembly.validate(new Uint8Array(SMALLEST));
