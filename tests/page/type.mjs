// type.mjs: the page in other typefaces and text sizes. A measuring test repeats its measurements with `inEveryType`; at
// twice the size nothing has to fit on one screen, but `unreachable` must find nothing. The fonts come from tests/page/fonts.conf.
// LONG=1 measures every typeface in every size; else each of them is in use, and each size, but not all pairs.

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
const LONG = process.env.LONG === '1';

// A typeface, and the size of text as someone sets it in the browser. The size survives a reload, the typeface does not.
export async function setType(page, name, scale = 1) {
  await setScale(page, scale);
  await page.evaluate(`(${useTypeface})(${JSON.stringify({ ...TYPEFACES[name], last: JAPANESE })}); (${calm})()`);
}

// Runs inside the page. A browser takes another typeface for one that is missing, and says nothing.
function useTypeface({ sans, title, last }) {
  const { style } = document.documentElement;
  const pen = document.createElement('canvas').getContext('2d');
  const width = (font) => {
    pen.font = `16px ${font}`;
    return pen.measureText('mild').width;
  };
  for (const name of [sans, title, last])
    if (width(`"${name}", monospace`) !== width(`"${name}", serif`)) throw new Error(`the typeface ${name} is missing`);
  for (const [use, name] of Object.entries({ sans, title })) {
    const wanted = `"${name}", "${last}"`;
    if (style.getPropertyValue(`--${use}`) !== wanted) style.setProperty(`--${use}`, wanted);
  }
}

export async function setScale(page, scale) {
  if ((page.scale ?? 1) === scale) return;
  page.cdp ??= await page.context().newCDPSession(page);
  await page.cdp.send('Page.setFontSizes', { fontSizes: { standard: USUAL_PX * scale, fixed: Math.round(13 * scale) } });
  page.scale = scale;
}

// Until nothing moves any more, but for what goes on for long, as a clock does. Observers of sizes answer in the frame after the
// one in which something has changed; without motion an animation still shows its first picture for a frame.
export const settled = (page) => page.evaluate(calm);

// Runs inside the page.
export async function calm() {
  const LONG_MS = 2000;
  const isMoving = () =>
    document.getAnimations().some((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < LONG_MS);
  for (let frames = 0; frames < 3; frames = isMoving() ? 0 : frames + 1) await new Promise(requestAnimationFrame);
}

// Another window, and everything in its place there.
export async function setSize(page, size) {
  await page.setViewportSize(size);
  await settled(page);
}

// Whatever is only measured need not be painted, which costs as much as the rest. An opacity changes nothing else.
const setPaint = (page, isOn) =>
  page.evaluate(
    (opacity) => {
      document.documentElement.style.opacity = opacity;
    },
    isOn ? '' : '0',
  );

// Every typeface, at a larger size and at the usual one: as the page has it comes last. In short: the typefaces that take most
// room where they take the most, the others at the usual size.
const LARGEST = ['wide', 'japanese'];
const TYPES = [LARGE, 1]
  .flatMap((scale) =>
    Object.keys(TYPEFACES)
      .reverse()
      .map((name) => ({ name, scale })),
  )
  .filter(({ name, scale }) => LONG || LARGEST.includes(name) === (scale === LARGE));

// Do this in every type and every one of these sizes of the window; afterwards the type is as before. `doing` is told what is
// set. One thing changes at a time, for every change lays out the whole page.
export async function inEveryType(page, doing, sizes = [page.viewportSize()]) {
  await setPaint(page, false);
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    for (const { name, scale } of (sizes.length - at) % 2 ? TYPES : [...TYPES].reverse()) {
      await setType(page, name, scale);
      await doing(`${name} at ${scale * 100} %`, size);
    }
  }
  await setPaint(page, true);
}

// Do this in text of twice the size, in windows of all these sizes, in one of the two typefaces that take most room and the next
// time in the other; with LONG back again in the other at once. `doing` is told the last time that it sees a window. Afterwards
// the window has the first of the sizes, but text is still huge: whoever goes on has to find everything, too.
export async function inHugeType(page, sizes, doing) {
  await setPaint(page, false);
  const other = (one) => LARGEST.find((name) => name !== one);
  const last = other(page.huge ?? LARGEST[1]);
  for (const name of LONG ? [other(last), last] : [last]) {
    const isLast = name === last;
    for (const size of isLast ? [...sizes].reverse() : sizes) {
      await page.setViewportSize(size);
      await setType(page, name, HUGE);
      await doing(`${size.width} by ${size.height}, ${name} at ${HUGE * 100} %`, { isLast });
    }
  }
  page.huge = last;
  await setPaint(page, true);
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
    const { style: ofAll } = document.documentElement;
    const { opacity } = ofAll;
    ofAll.opacity = ''; // whatever is measured is not painted, but drawn
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
    ofAll.opacity = opacity;
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
