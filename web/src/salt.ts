/* salt.ts: this device's own share in every roll. getRandomValues also works on plain HTTP. */

/** 16 hexadecimal digits; never all zero, which would mean none. */
export function newSalt(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return /^0+$/.test(text) ? newSalt() : text;
}
