/* shoot.mjs ADDRESS OUT.png [WIDTHxHEIGHT]: a picture of a page by Debian's chromium, for looking at one's work. */
import { chromium } from "playwright-core";

const [address, out, size = "360x640"] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);
const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
page.on("console", (message) => console.log(message.type(), message.text()));
page.on("pageerror", (error) => console.log("error", error.message));
await page.goto(address);
await page.waitForTimeout(Number(process.env.WAIT_MS ?? 1200));
await page.screenshot({ path: out, fullPage: process.env.FULL === "1" });
await browser.close();
