/*
 * package.test.mjs: the package for npm (npm/), packed, unpacked into an empty folder, and used from there: by node, by a
 * program in TypeScript, and by a page in a browser. KNOBEL_WASM names the module.
 * Needs the games: yatzi yucatan bossa */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hmac, sha256 } from '../../npm/sha256.mjs';
import { closeBrowser, openBrowser, PATIENCE_MS } from '../page/browser.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'knobel-npm-'));
const installed = join(folder, 'node_modules/knobel');

before(() => {
  const packed = execFileSync(at('npm/pack'), [join(folder, 'packed')], { encoding: 'utf8' }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, 'packed', packed), '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
after(() => rmSync(folder, { recursive: true }));

// A program beside the package; what it prints.
function run(source, ...flags) {
  writeFileSync(join(folder, 'program.mjs'), source);
  return execFileSync(process.execPath, [...flags, 'program.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('it has the version of the program, and needs nothing else', () => {
  const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.match(readFileSync(at('CMakeLists.txt'), 'utf8'), new RegExp(`project\\(knobel VERSION ${about.version} `));
  assert.deepEqual([about.dependencies, about.peerDependencies, about.scripts], [undefined, undefined, undefined]);
});

test('node: what the README shows, and a match that can be checked', () => {
  const [, shown] = /```js\n(.*?)```/s.exec(readFileSync(join(installed, 'README.md'), 'utf8'));
  // Without a global crypto, as in node 18.
  const said = run(`delete globalThis.crypto;\n${shown}
    const { Knobel, Refusal } = await import('knobel/engine');
    const log = knobel.open({ game: 'yatzi', seats: [{ name: 'Anna', salt: 5n }] });
    log.play(0, 'throw', { now: 0, salt: 6n });
    const report = knobel.table(log.save()).report;
    console.log('rolls', report.rolls, report.salted);
    try { log.play(0, 'dance', { now: 0 }); } catch (error) { console.log(error instanceof Refusal, error.reason); }
    const secrets = new Set([1, 2, 3].map(() => /^secret (.*)$/m.exec(
      knobel.open({ game: 'yatzi', seats: [{ name: 'Anna' }] }).save())[1]));
    console.log('secrets', secrets.size, [...secrets][0].length);
    console.log(await Knobel.load(new Uint8Array()).catch((error) => error.name));`);
  assert.match(said, /move: 'pick \w+',\s+value: \d/);
  assert.match(said, /\n\[ (0|1|0, 1) \] knobel log 2\ngame bossa/);
  assert.match(said, /\nrolls 5 1\ntrue unreadable\nsecrets 3 64\nCompileError\n$/);
});

test('TypeScript: its types are those of its use', () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { LEVELS, openKnobel, Refusal, WATCHER, type Knobel, type Opinion, type Report, type Table } from 'knobel';
import { Knobel as Bare, type Hash } from 'knobel/engine';
import { hash, sha256 } from 'knobel/sha256';
import { simd } from 'knobel/simd';
import type { Solutions } from 'knobel/solutions';
const knobel: Knobel = await openKnobel({ learnt: (game: string, part: number) => void [game, part] });
const table: Table = knobel.open({ game: 'yatzi', seats: [{ name: 'Anna', bot: 'best', salt: 1n }], options: { first: 1 } });
const opinions: Opinion[] = table.view(0).judge(0);
const best: string | undefined = opinions[0]?.move;
const delay: number = table.view(WATCHER).choose(0, LEVELS[4], 1n).delay;
const report: Report = table.report;
const own: Hash = hash;
const none: Solutions = { recall: () => false, keep: () => undefined };
const bare: Promise<Bare> = Bare.load(new Uint8Array(), { hash: own, solutions: none });
const steps: Generator<number, string> = table.review();
const bytes: Uint8Array = sha256(new Uint8Array());
console.log(best, delay, report.rolls, bare, steps, bytes, simd satisfies boolean, new Refusal('illegal').reason);
// @ts-expect-error: no such level
table.view(0).choose(0, 'genius', 1n);
// @ts-expect-error: a move is made at a time
table.play(0, 'throw', {});
// @ts-expect-error: not a table
knobel.open({ game: 'yatzi' });
`,
  );
  const config = {
    compilerOptions: { module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true },
    files: ['program.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    execFileSync(at('web/node_modules/.bin/tsc'), ['--project', folder], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout);
  }
});

// The package's folder, over HTTP.
async function serve() {
  const kinds = { html: 'text/html', mjs: 'text/javascript', wasm: 'application/wasm' };
  const server = createServer((request, answer) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)).replace(/\/$/, '/index.html');
    try {
      const bytes = readFileSync(join(installed, path));
      answer.writeHead(200, { 'content-type': kinds[path.split('.').at(-1)] ?? 'text/plain' }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a page: the example plays and judges', async () => {
  const server = await serve();
  try {
    const page = await (await openBrowser()).newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/example/`);
    await page.locator('body[data-done]').waitFor({ state: 'attached', timeout: PATIENCE_MS });
    const rows = (table) =>
      page.locator(`${table} tr`).evaluateAll((all) => all.map(({ cells }) => [...cells].map((one) => one.textContent)));
    const [bots, moves] = [await rows('#bots'), await rows('#moves')];
    assert.deepEqual(
      bots.map(([level]) => level),
      ['child', 'beginner', 'regular', 'strong', 'best'],
    );
    assert.ok(bots.every(([, points]) => Number(points) >= 0));
    assert.match(moves[0][0], /^pick /);
    assert.ok(Number(moves[0][1]) > Number(moves.at(-1)[1]) && Number(moves.at(-1)[1]) > 20);
    assert.deepEqual(complaints, []);
    await page.close();
  } finally {
    await closeBrowser();
    server.close();
    server.closeAllConnections();
  }
});

test("its hash is everyone's", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 73) % 251);
  for (let n = 0; n <= bytes.length; n++) {
    const message = bytes.subarray(n % 7, n);
    const [key, parts] = [bytes.slice(n % 200, (n % 200) + 32), [message.subarray(0, n / 3), message.subarray(n / 3)]];
    assert.deepEqual(Buffer.from(sha256(...parts)), createHash('sha256').update(message).digest(), `${n} bytes`);
    assert.deepEqual(Buffer.from(hmac(key, message)), createHmac('sha256', key).update(message).digest(), `${n} bytes`);
  }
});
