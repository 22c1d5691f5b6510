// load_runs.mjs KNOBEL RUNS [OPTION…]: `tests/server/load` with these options so often, each time on a server of its own and
// beside its relay: when half and 99 % of the moves were answered, and how many runs were over LIMIT_MS.
// Needs the games: yatzi
import { median, output, shown } from './figures.mjs';

const LIMIT_MS = 12;
const [knobel, runs, ...options] = process.argv.slice(2);

// The numbers of a line.
const numbers = (text, words) =>
  text
    .match(new RegExp(`^ +${words} +(.*)$`, 'm'))[1]
    .match(/[\d.]+/g)
    .map(Number);

const found = [];
for (let run = 1; run <= Number(runs); run++) {
  const said = await output('tests/server/load', [knobel, ...options]);
  const [ours, relay] = said.split('a bare relay');
  const [half, most] = numbers(ours, 'move to answer');
  const [, relayHalf, , relayMost] = numbers(relay, 'move to everyone'); // behind the names p50 and p99
  found.push({ half, most, relayHalf, relayMost, cpuUs: numbers(ours, 'server, per move')[0] });
  console.log(
    `${run}: half answered within ${half.toFixed(2)} ms, 99 % within ${most.toFixed(2)} ms; ` +
      `the relay ${relayHalf.toFixed(2)} and ${relayMost.toFixed(2)} ms`,
  );
}
const of = (key) => found.map((one) => one[key]);
const over = (key) => of(key).filter((ms) => ms > LIMIT_MS).length;
console.log(`${runs} runs, median (range)`);
console.log(`  half answered within  ${shown(of('half'), 2)} ms; the relay ${shown(of('relayHalf'), 2)} ms`);
console.log(`  99 % answered within  ${shown(of('most'), 2)} ms; the relay ${shown(of('relayMost'), 2)} ms`);
console.log(`  99 % over ${LIMIT_MS} ms       ${over('most')} of ${runs}; the relay ${over('relayMost')} of ${runs}`);
const times = found.map(({ most, relayMost }) => most / relayMost);
console.log(`  99 %, server to relay ${shown(times, 2)} times as long`);
console.log(`  processor time        ${median(of('cpuUs')).toFixed(1)} µs per move`);
