// type.mjs: the page in other typefaces and text sizes. A measuring test repeats its measurements with `inEveryType`; at
// twice the size nothing has to fit on one screen, but `unreachable` must find nothing. The fonts come from tests/page/fonts.conf.

const JAPANESE = 'IPAexGothic';
export const TYPEFACES = {
  usual: { sans: 'Noto Sans', title: 'Noto Serif' },
  wide: { sans: 'DejaVu Sans', title: 'DejaVu Serif' },
  narrow: { sans: 'Liberation Sans Narrow', title: 'Liberation Serif' },
  japanese: { sans: JAPANESE, title: JAPANESE },
};
const USUAL_PX = 16;
const LARGE = 1.25;
export const HUGE = 2;

// A typeface, and the size of text as somebody sets it in the browser. The size survives a reload, the typeface does not.
export async function setType(page, name, scale = 1) {
  page.cdp ??= await page.context().newCDPSession(page);
  await page.cdp.send('Page.setFontSizes', { fontSizes: { standard: USUAL_PX * scale, fixed: Math.round(13 * scale) } });
  await page.evaluate(
    async ({ sans, title, last }) => {
      const { style } = document.documentElement;
      style.setProperty('--sans', `"${sans}", "${last}"`);
      style.setProperty('--title', `"${title}", "${last}"`);
    },
    { ...TYPEFACES[name], last: JAPANESE },
  );
  await settled(page);
}

// Until nothing moves any more, but for what goes on for long, as a clock does. Observers of sizes answer in the frame after the
// one in which something has changed; without motion an animation still shows its first picture for a frame.
export const settled = (page) =>
  page.evaluate(async () => {
    const LONG_MS = 2000;
    const isMoving = () =>
      document.getAnimations().some((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < LONG_MS);
    for (let calm = 0; calm < 3; calm = isMoving() ? 0 : calm + 1) await new Promise(requestAnimationFrame);
  });

// Another window, and everything in its place there.
export async function setSize(page, size) {
  await page.setViewportSize(size);
  await settled(page);
}

// Do this in every typeface, at the usual size and at a larger one; afterwards all is as before. `doing` is told what is set.
export async function inEveryType(page, doing) {
  for (const scale of [1, LARGE])
    for (const name of Object.keys(TYPEFACES)) {
      await setType(page, name, scale);
      await doing(`${name} at ${scale * 100} %`);
    }
  await setType(page, 'usual');
}

// What cannot be used or read, however one scrolls: a control that is covered or beyond the edge, text that is cut off.
export const unreachable = (page) =>
  page.evaluate(() => {
    const CONTROLS = 'button, a[href], input, select, textarea, summary';
    const isDrawn = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.ears, [inert]');
    const told = (one) =>
      `${one.localName}.${one.getAttribute('class') ?? ''} "${(one.ariaLabel ?? one.textContent).trim().slice(0, 40)}"`;
    const found = [];
    const dialog = [...document.querySelectorAll('dialog[open]')].pop();
    const scope = dialog ?? document.body;
    const start = [scrollX, scrollY];

    for (const one of scope.querySelectorAll(CONTROLS)) {
      const { width, height } = one.getBoundingClientRect();
      if (!isDrawn(one) || width < 2 || height < 2) continue; // a box that its label stands for is no target of its own
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = one.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!hit || !(one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one)))
        found.push(`${told(one)} is ${hit ? `covered by ${told(hit)}` : 'out of reach'}`);
    }

    // Text that an ancestor cuts off, where one cannot scroll to it.
    const cuts = (style, side) => /hidden|clip/.test(side === 'x' ? style.overflowX : style.overflowY);
    const walk = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (!node.data.trim() || !isDrawn(node.parentElement) || node.parentElement.closest('svg, option')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width < 1) continue;
      for (let at = node.parentElement; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at);
        const edge = at.getBoundingClientRect();
        const lost =
          (cuts(style, 'x') && (text.right > edge.right + 2 || text.left < edge.left - 2)) ||
          (cuts(style, 'y') && (text.bottom > edge.bottom + 4 || text.top < edge.top - 4));
        if (lost) {
          found.push(`"${node.data.trim().slice(0, 40)}" is cut off by ${told(at).split(' ')[0]}`);
          break;
        }
        if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') break; // nothing cuts what is fixed
      }
    }
    scrollTo(...start);
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) {
      const scrolls = (one) =>
        one && one !== scope && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
      const widest = [...scope.querySelectorAll('*')]
        .filter((one) => !scrolls(one.parentElement))
        .reduce((most, one) => (one.getBoundingClientRect().right >= most.getBoundingClientRect().right ? one : most));
      found.push(`the page is ${over} pixels too wide: ${told(widest)}`);
    }
    return found;
  });
