// answer_work.mjs: is it more work to answer a guest if something else is hidden from that guest? Runs answer_work.c under
// callgrind, which counts every instruction: the same counts every time. Prints for each game and kind of question how
// many pairs of answers differ, by how many instructions at most and where those are; then the time of an instruction,
// from runs without callgrind. Fails if a pair differs by more than MOST. Usage: node tests/house/answer_work.mjs PROGRAM
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program] = process.argv.slice(2);
const MEASURED = 'hear_and_answer';
const TIMES = 5;
const MOST = 60; // instructions that a pair may differ by: some 20 ns, which nobody measures from outside
const WHERE = 3; // functions named, at most

const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

// One map for each answer: the instructions in each function itself.
function counted(text) {
  return text
    .split(/^part: /m)
    .slice(1)
    .map((dump) => {
      const work = new Map();
      let name = null;
      let called = false; // the next number is that of a call, and stands in the function called already
      for (const line of dump.split('\n')) {
        if (line.startsWith('fn=')) name = line.slice(3);
        else if (line.startsWith('calls=')) called = true;
        else if (name && /^[0-9+*-]/.test(line)) {
          if (!called) work.set(name, (work.get(name) ?? 0) + Number(line.split(' ')[1]));
          called = false;
        }
      }
      return work;
    })
    .filter((work) => work.has(MEASURED));
}

function count(folder) {
  const file = join(folder, 'counts');
  const options = ['--tool=callgrind', '-q', `--callgrind-out-file=${file}`, '--combine-dumps=yes', '--dump-line=no'];
  const about = ['--compress-strings=no', '--compress-pos=no', '--collect-atstart=no'];
  const where = [`--toggle-collect=${MEASURED}`, `--dump-after=${MEASURED}`];
  const lines = run('valgrind', ...options, ...about, ...where, program)
    .trim()
    .split('\n')
    .slice(0, -1);
  const works = counted(readFileSync(file, 'utf8'));
  if (works.length !== 2 * lines.length) throw new Error(`${works.length} counts of ${lines.length} pairs`);
  return lines.map((line, i) => {
    const [game, secret, kind, said] = line.split('\t');
    return { game, secret, kind, said, works: works.slice(2 * i, 2 * i + 2) };
  });
}

const sum = (work) => [...work.values()].reduce((a, b) => a + b, 0);
const differs = ({ works: [a, b] }) => Math.abs(sum(b) - sum(a));

// The functions with the largest differences.
function where({ works: [a, b] }) {
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return names
    .map((name) => [name.replace(/'\d+$/, ''), (b.get(name) ?? 0) - (a.get(name) ?? 0)])
    .filter(([, more]) => more !== 0)
    .sort((x, y) => Math.abs(y[1]) - Math.abs(x[1]))
    .slice(0, WHERE)
    .map(([name, more]) => `${name} ${more > 0 ? '+' : ''}${more}`)
    .join(', ');
}

function grouped(pairs, key) {
  const groups = new Map();
  for (const pair of pairs) groups.set(key(pair), [...(groups.get(key(pair)) ?? []), pair]);
  return [...groups];
}

const folder = mkdtempSync(join(tmpdir(), 'knobel-answer-work-'));
try {
  const pairs = count(folder);
  const all = pairs.reduce((total, { works }) => total + sum(works[0]) + sum(works[1]), 0);
  const times = Array.from({ length: TIMES }, () => Number(run(program).trim().split('\n').at(-1).split('\t')[1]));
  const ns = Math.min(...times) / all; // the least disturbed
  console.log('game       question                 pairs differ  work  most  per cent     ns  where');
  for (const [name, group] of grouped(pairs, ({ game, kind }) => `${game.padEnd(10)} ${kind.padEnd(24)}`)) {
    const worst = group.reduce((a, b) => (differs(b) > differs(a) ? b : a));
    const [work, most] = [sum(worst.works[0]), differs(worst)];
    const columns = [group.length, group.filter(differs).length, work, most].map((n) => String(n).padStart(6)).join('');
    const share = ((100 * most) / work).toFixed(2).padStart(9);
    console.log(`${name}${columns}${share}${(most * ns).toFixed(0).padStart(7)}  ${where(worst)}`);
    if (process.env.VERBOSE && most) console.log(`    ${worst.secret}: ${worst.said}`);
  }
  const spread = times.map((t) => (t / all).toFixed(3)).join(' ');
  console.log(`${pairs.length} pairs, ${pairs.filter(differs).length} differ; ${all} instructions, ns for each: ${spread}`);
  const tooMuch = pairs.filter((pair) => differs(pair) > MOST);
  for (const pair of tooMuch) console.log(`not ok - ${differs(pair)} instructions: ${pair.secret}: ${pair.said}`);
  if (tooMuch.length) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
