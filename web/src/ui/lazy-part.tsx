/* lazy-part.tsx: parts of the page that are fetched when they are first needed. */
import { h, type ComponentType } from "preact";
import { usePromise } from "./hooks";
import { fetchPart } from "./part-loader";

/** Draws nothing until the part has come; a part that cannot be had now is asked for again the next time. */
export function lazy<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
    return function Lazy(props: Props) {
        const Part = usePromise(() => fetchPart(fetch()), []);
        return Part && h(Part, props);
    };
}
