/* sums.ts: the sums that statistics need, each with its error. */

/** 95 of 100 such intervals contain the true value. */
const Z = 1.96;

interface Mean {
    n: number;
    mean: number;
    /** The standard deviation. */
    spread: number;
    /** The error of the mean: half of a 95 % interval; null if there is only one value. */
    error: number | null;
}

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Not Math.max, which cannot take as many arguments as years of play produce. */
export const mostOf = (values: number[]): number =>
    values.reduce((most, value) => Math.max(most, value), -Infinity);

export function meanOf(values: number[]): Mean | null {
    const n = values.length;
    if (n === 0) return null;
    const mean = sum(values) / n;
    if (n === 1) return { n, mean, spread: 0, error: null };
    const spread = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (n - 1));
    return { n, mean, spread, error: (Z * spread) / Math.sqrt(n) };
}

export function medianOf(values: number[]): number | null {
    const sorted = [...values].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    if (sorted.length === 0) return null;
    return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

interface Share {
    k: number;
    n: number;
    share: number;
    /** Wilson's 95 % interval: honest also for few and for none. */
    low: number;
    high: number;
}

export function shareOf(k: number, n: number): Share {
    if (n === 0) return { k, n, share: 0, low: 0, high: 1 };
    const share = k / n;
    const middle = share + (Z * Z) / (2 * n);
    const half = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
    const whole = 1 + (Z * Z) / n;
    return {
        k,
        n,
        share,
        low: Math.max(0, (middle - half) / whole),
        high: Math.min(1, (middle + half) / whole),
    };
}

interface Bin {
    from: number;
    /** The first value that is not in it. */
    to: number;
    count: number;
}

/** How many values fall into each step, from the first to the last that is wanted. */
export function binsOf(values: number[], width: number, low: number, high: number): Bin[] {
    const first = Math.floor(low / width);
    const last = Math.floor(high / width);
    return Array.from({ length: last - first + 1 }, (_one, at) => {
        const from = (first + at) * width;
        return {
            from,
            to: from + width,
            count: values.filter((value) => value >= from && value < from + width).length,
        };
    });
}

/** The values by what they have in common, in the order in which it comes first. */
export function groupBy<T, K>(values: T[], key: (value: T) => K): Map<K, T[]> {
    const groups = new Map<K, T[]>();
    for (const value of values) {
        const group = groups.get(key(value));
        if (group) group.push(value);
        else groups.set(key(value), [value]);
    }
    return groups;
}
