/* containers.ts: for browsers without container queries (Safari before 16): writes the sizes of containers on
 * them, for the styles that web/bundle.mjs makes for such browsers: `data-wide` has the widths a container
 * reaches, `data-narrow` those it does not exceed, `--cqw` is a hundredth of its width, `--cqh` of its
 * height. The build knows the containers: all elements with a `container-type` in some style. */
import containers from "built:containers";

const asked = new Set<number>();
const known = new Set<HTMLElement>();

function tell(container: HTMLElement): void {
    const style = getComputedStyle(container);
    // Like clientWidth and clientHeight, but not rounded.
    const { offsetWidth, clientWidth, offsetHeight, clientHeight } = container;
    const box = container.getBoundingClientRect();
    const inside = box.width - (offsetWidth - clientWidth);
    const width = inside - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = box.height - (offsetHeight - clientHeight);
    const those = (fit: (one: number) => boolean) => [...asked].filter(fit).join(" ");
    container.dataset.wide = those((one) => width >= one);
    container.dataset.narrow = those((one) => width <= one);
    container.style.setProperty("--cqw", `${width / 100}px`);
    container.style.setProperty("--cqh", `${height / 100}px`);
}

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => tell(target as HTMLElement)));

function follow(): void {
    for (const container of document.querySelectorAll<HTMLElement>(containers)) {
        if (known.has(container)) continue;
        known.add(container);
        tell(container);
        sizes.observe(container);
    }
    for (const container of known)
        if (!container.isConnected) {
            known.delete(container);
            sizes.unobserve(container);
        }
}

new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });

/** A style has come that asks whether containers are so wide. */
export function measure(widths: number[]): void {
    for (const width of widths) asked.add(width);
    known.forEach(tell);
    follow();
}
