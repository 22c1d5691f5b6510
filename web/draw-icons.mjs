/* draw-icons.mjs: draws web/icons/*.png from the two SVG pictures, for systems that take no SVG. Needs chromium; run by
 * hand after a picture has changed. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const web = dirname(fileURLToPath(import.meta.url));
const pictures = [
    ["icon.svg", 192, "icon-192.png"],
    ["icon.svg", 512, "icon-512.png"],
    ["icon-full.svg", 512, "icon-full-512.png"],
    ["icon-full.svg", 180, "icon-full-180.png"],
];

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
});
for (const [picture, size, file] of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const svg = readFileSync(join(web, picture), "utf8").replace(
        "<svg ",
        `<svg width="${size}" height="${size}" `,
    );
    await page.setContent(`<body style="margin:0">${svg}</body>`);
    await page.screenshot({ path: join(web, "icons", file), omitBackground: true });
}
await browser.close();
