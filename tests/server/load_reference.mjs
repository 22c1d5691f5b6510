// load_reference FOLDER SAID [OPTION…]: what `make load` is compared with, in the same run and on the same disk.
// SAID is what `knobel load` has printed, the options are those it had. The reference is a bare relay with the rooms,
// the pace and the bytes of that run, and nothing else: two guests in each room take turns; the relay appends what
// they say to a file, syncs it once for all that came meanwhile, and only then tells both. No rules, no WebSocket,
// no log that could be read again. So a ratio near 1 says that the disk and the system are the limit.
import { execFileSync, spawn } from 'node:child_process';
import { fdatasync, openSync, readFileSync, write } from 'node:fs';
import { connect, createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

const [folder, said, ...options] = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = options.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(options[at + 1]);
};
const seconds = Math.min(option('seconds', 10), 10);
const rate = option('rate', 0);
const measured = read(readFileSync(said, 'utf8'));
const { rooms, bytesIn, bytesOut } = measured;

if (process.env.RELAY) relay();
else measure();

// The figures of the run, as people read them; bytes are those of one message.
function read(text) {
  const line = (words) =>
    text
      .match(new RegExp(`^  ${words} +(.*)$`, 'm'))[1]
      .match(/[\d.]+/g)
      .map(Number);
  const [guests, active] = line('guests');
  const [moves] = line('moves/s');
  const [toGuest, fromGuest] = line('bytes/s, active guest');
  const [p50, p99] = line('move to everyone');
  const [cpuUs, written] = line('server, per move');
  return {
    rooms: active,
    moves,
    p50,
    p99,
    cpuUs,
    written,
    bytesIn: Math.max(4, Math.round((fromGuest * guests) / moves)),
    bytesOut: Math.max(1, Math.round(toGuest / (moves / active))),
  };
}

// A guest's message begins with the number of its room, so that both of its guests can be told.
function relay() {
  const file = openSync(`${folder}/relay`, 'w');
  const answer = Buffer.alloc(bytesOut);
  const guests = new Map();
  let waiting = [];
  let busy = false;
  const keep = () => {
    if (busy || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    busy = true;
    write(file, Buffer.concat(batch.map(({ said }) => said)), () =>
      fdatasync(file, () => {
        for (const { room } of batch) for (const guest of guests.get(room)) guest.write(answer);
        busy = false;
        keep();
      }),
    );
  };
  const server = createServer({ noDelay: true }, (guest) => {
    guest.on('error', () => {});
    let rest = Buffer.alloc(0);
    let room = null;
    guest.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      for (; rest.length >= bytesIn; rest = rest.subarray(bytesIn)) {
        if (room === null) {
          room = rest.readUInt32LE(0);
          guests.set(room, [...(guests.get(room) ?? []), guest]);
        } else waiting.push({ room, said: rest.subarray(0, bytesIn) });
      }
      keep();
    });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

// What a process has used: microseconds of processor time, bytes written to disk; zeros where that cannot be read.
function used(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const [, written] = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'));
    return { cpuUs: (1e6 * ticks) / Number(execFileSync('getconf', ['CLK_TCK'])), written: Number(written) };
  } catch {
    return { cpuUs: 0, written: 0 };
  }
}

const sleep = (ms) => new Promise((over) => setTimeout(over, ms));

async function measure() {
  const child = spawn(process.execPath, process.argv.slice(1), {
    env: { ...process.env, RELAY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((found) => child.stdout.once('data', (data) => found(Number(data))));
  const times = [];
  const tables = await Promise.all(Array.from({ length: rooms }, (_, room) => sit(port, room)));
  const before = used(child.pid);
  const start = performance.now();
  for (const table of tables) play(table, times);
  await sleep(seconds * 1000);
  while (times.length === 0) await sleep(100); // on a machine with much other work: until there is something to compare
  const took = (performance.now() - start) / 1000;
  const after = used(child.pid);
  print(times, took, { cpuUs: after.cpuUs - before.cpuUs, written: after.written - before.written });
  child.kill();
  process.exit(0);
}

function print(times, took, cost) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))];
  const moves = times.length / took;
  const [cpuUs, written] = [cost.cpuUs / times.length, cost.written / times.length];
  const ratio = (a, b) => (b > 0 ? (a / b).toFixed(2) : '-');
  console.log(`  a bare relay          ${bytesIn} bytes in and twice ${bytesOut} out per move, synced to the same disk`);
  console.log(`    moves/s             ${moves.toFixed(0)}; this server ${ratio(measured.moves, moves)} times as many`);
  console.log(
    `    move to everyone    p50 ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms; ` +
      `this server ${ratio(measured.p50, at(0.5))} and ${ratio(measured.p99, at(0.99))} times as long`,
  );
  console.log(
    `    per move            ${cpuUs.toFixed(1)} µs of processor time, ${written.toFixed(0)} bytes written to disk; ` +
      `this server ${ratio(measured.cpuUs, cpuUs)} and ${ratio(measured.written, written)} times as much`,
  );
}

// Both guests of a room, each after its first message.
function sit(port, room) {
  const said = Buffer.alloc(bytesIn);
  said.writeUInt32LE(room);
  const guest = () =>
    new Promise((here) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
        socket.write(said);
        here(socket);
      });
      socket.on('error', () => {});
    });
  return Promise.all([guest(), guest()]).then((guests) => ({ guests, said }));
}

// A move is over when both have heard of it; with a rate the next one waits for its moment.
function play({ guests, said }, times) {
  const pause = rate > 0 ? (1000 * rooms) / rate : 0;
  let turn = 0;
  let heard = 0;
  let begun = 0;
  let due = performance.now() + Math.random() * pause;
  const move = () => {
    begun = performance.now();
    guests[turn++ % 2].write(said);
  };
  const next = () => {
    if (begun > 0) times.push(performance.now() - begun);
    due = Math.max(due + pause, performance.now() - pause);
    if (pause > 0) setTimeout(move, Math.max(0, due - performance.now()));
    else move();
  };
  for (const guest of guests)
    guest.on('data', (data) => {
      heard += data.length;
      if (heard < 2 * bytesOut) return;
      heard -= 2 * bytesOut;
      next();
    });
  next();
}
