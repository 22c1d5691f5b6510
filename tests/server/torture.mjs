// torture.mjs: a house that is killed, or whose disk fails, again and again while people play in it. What
// guests were ever told is written down here, and the house must remember it, byte for byte: rooms, tokens,
// seats, every line of every match, the seals, the talk. In the end every log must verify.
//   node tests/server/torture.mjs kills 200     SIGKILL at random moments, also while it starts
//   node tests/server/torture.mjs disk 30       the disk fails for a while (faulty.c), sometimes with a kill
//   node tests/server/torture.mjs cluster 200 [SEED]    three nodes, a proxy, two databases: cluster.mjs has the faults;
//                                               `cluster kill,sleep,failover` for these, one after the other
// KNOBEL names the program; beside it tests/libfaulty.so. Prints one line for each thing checked.
// Needs the games: yatzi yucatan bossa yubitsume crane
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Cluster, harm } from './cluster.mjs';
import { House, knobel } from './serving.mjs';

const TABLES = ['yatzi', 'yatzi', 'yatzi', 'yucatan', 'yucatan', 'bossa', 'crane', 'yubitsume'];
const PEOPLE = 2; // at each table
const CHAT_KEPT = 200; // lines
const MATCHES_MOST = 900; // in one room: the house keeps the last 1,000
const FIRST_SETTING = 100;
const LOOK_BACK = 6; // events and lines of chat that are asked for again on coming back
const LIFE_MS = 500; // a house lives at most so long
const FAULT_MS = 1200; // and a disk fails at most so long
const RECOVERY_MS = 60000;
const FLAGS = [
  '--rooms-per-hour',
  '1000000',
  '--connections-per-address',
  '1000',
  '--messages-per-second',
  '1000',
  '--messages-at-once',
  '1000',
  '--chats-at-once',
  '1000',
  '--requests-at-once',
  '1000000',
  '--requests-per-second',
  '1000000',
  '--misses-per-minute',
  '10',
];

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const below = (n) => Math.floor(Math.random() * n);
const oneOf = (list) => list[below(list.length)];

// ---- what was told ----

const complaints = [];
const complain = (text) => {
  if (complaints.length < 20) complaints.push(text);
};
const counts = { lines: 0, chat: 0, answers: 0, comings: 0, refused: 0, sent_away: 0 };

// The same line, as far as both show it: a move may be hidden.
const agree = (one, other) =>
  one === other ||
  ((one.endsWith(': ?') || other.endsWith(': ?')) &&
    one.slice(0, one.lastIndexOf(':')).split(' ')[2] === other.slice(0, other.lastIndexOf(':')).split(' ')[2]);

class Told {
  lines = new Map(); // match -> number -> line
  seals = new Map(); // number of the seal in its room -> seal
  sealed = new Map(); // match -> seal, once it has started
  chat = new Map(); // number -> text
  moves = new Map(); // salt -> 'done', 'refused' or 'unknown'
  match = 0;
  changes = 0; // of settings
  unanswered = { pace_ms: new Set(), away_s: new Set() };
  asked = 0; // when the last thing was asked that was done …
  done = 0; // … and when it was

  goesOn(asked) {
    this.asked = Math.max(this.asked, asked);
    this.done = performance.now();
  }

  constructor(room) {
    this.room = room;
  }

  hearLine(match, line) {
    const lines = this.lines.get(match) ?? this.lines.set(match, new Map()).get(match);
    const number = Number(line.split(' ', 1)[0]),
      before = lines.get(number);
    if (before === undefined) counts.lines++;
    else if (!agree(before, line)) complain(`${this.room}, match ${match}: told "${before}", now "${line}"`);
    if (before === undefined || before.endsWith(': ?')) lines.set(number, line);
  }

  hearSeal({ seals, seal, status, match }) {
    const before = this.seals.get(seals) ?? seal;
    if (before !== seal) complain(`${this.room}, seal ${seals}: another one`);
    this.seals.set(seals, seal);
    if (status !== 'playing') return;
    if ((this.sealed.get(match) ?? seal) !== seal) complain(`${this.room}, match ${match}: another seal`);
    this.sealed.set(match, seal);
  }

  // Two settings that only ever grow, one after the other. One that was confirmed stays; one that nobody has answered may
  // still come later, by a connection that is lost, but then the other one stays as it was.
  nextSetting() {
    const key = ++this.changes % 2 ? 'pace_ms' : 'away_s';
    this.unanswered[key].add(FIRST_SETTING + this.changes);
    return { type: 'set', [key]: FIRST_SETTING + this.changes };
  }

  hear(message) {
    if (message.type === 'room') {
      this.match = Math.max(this.match, message.match);
      this.hearSeal(message);
    } else if (message.type === 'table') {
      for (const line of message.lines) this.hearLine(message.match, line);
    } else if (message.type === 'chat') {
      const before = this.chat.get(message.number) ?? message.text;
      if (before !== message.text) complain(`${this.room}: chat ${message.number} was "${before}"`);
      if (!this.chat.has(message.number)) counts.chat++;
      this.chat.set(message.number, message.text);
    }
  }
}

// ---- the house, which comes and goes ----

const folder = mkdtempSync(join(tmpdir(), 'knobel-torture-'));
const file = join(folder, 'house.db'),
  control = join(folder, 'control');
const faulty = resolve(process.env.FAULTY ?? join(dirname(knobel), 'tests/libfaulty.so'));
const rooms = []; // {room, token} as answered
let env = {};
let house = null; // null: closed
let pause = 1; // milliseconds between two things that a person does
let failing = 0; // the number of the fault that is on; 0: none
let onlySettings = false; // hosts change settings, and nobody does anything else
let finishing = false; // no new matches
let stopping = false; // everybody goes home

async function openHouse() {
  if (house instanceof Cluster) return; // it opens what it has closed
  house = await House.open([...FLAGS, '--disk-s', '1'], { file, env });
}

async function killHouse() {
  if (house instanceof Cluster) return;
  const gone = house;
  house = null;
  await gone.close('SIGKILL');
}

// Start one and kill it before it is open.
async function killEarly() {
  const child = spawn(knobel, ['serve', '--listen', '127.0.0.1', '--port', '0', '--data', file], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.on('close', done));
  await sleep(below(30));
  child.kill('SIGKILL');
  await ended;
}

// ---- people ----

class Person {
  you = null; // as told last, of this connection
  token = null;
  person = null; // as told first
  seats = [];
  settings = {}; // as told last
  events = []; // numbers of those told in this match: some are for one pair of eyes only
  waiting = false; // for an answer

  constructor(told, name, token = null) {
    Object.assign(this, { told, name, token, host: token !== null });
  }

  // Play, go on after the house was closed, until everybody goes home.
  async live() {
    while (!stopping) {
      try {
        if (house) await this.visit(house);
      } catch (error) {
        if (!/closed|waited|^HTTP.1.1 50[234] /.test(error.message)) complain(`${this.told.room} ${this.name}: ${error.stack}`);
      }
      await sleep(5 * pause);
    }
  }

  async visit(here) {
    const told = this.told,
      guest = await here.guest({ path: `/ws/${this.told.room}` });
    const since = { match: this.table?.match ?? 0, event: Math.max(0, (this.events.at(-1) ?? 0) - LOOK_BACK) };
    const events = this.events.filter((number) => number > since.event);
    const chat = [...told.chat.keys()].slice(-LOOK_BACK);
    const match = told.match;
    guest.onMessage = (message) => this.hear(message);
    const answer = await guest.ask({
      type: 'enter',
      room: told.room,
      token: this.token ?? undefined,
      name: this.name,
      moves: true,
      since,
      chat: chat.length ? chat[0] - 1 : 0,
    });
    if (answer.type === 'refused') {
      if (!['disk', 'draining', ...(house instanceof Cluster ? ['busy', 'elsewhere'] : [])].includes(answer.why))
        complain(`${told.room}: not let in: ${answer.why}`);
      counts.refused++;
      guest.close();
      await sleep(50);
      return;
    }
    counts.comings++;
    if (this.room.match < match) complain(`${told.room}: match ${match} is forgotten`);
    this.checkComing(guest.messages, since.match, events, chat);
    this.guest = guest;
    this.waiting = false;
    while (!guest.closed && !stopping) {
      if (!this.waiting) this.act();
      await sleep(pause);
    }
    if (guest.closed?.code === 1013) counts.sent_away++;
    this.guest = null;
    guest.close();
  }

  // Is what was told last told again?
  checkComing(messages, match, events, chat) {
    const table = messages.find((m) => m.type === 'table');
    const lines = new Set(table?.lines.map((line) => Number(line.split(' ', 1)[0])));
    if (table?.match === match && !table.skipped)
      for (const number of events)
        if (!lines.has(number)) complain(`${this.told.room}, match ${match}: event ${number} is forgotten`);
    const said = new Set(messages.filter((m) => m.type === 'chat').map((m) => m.number));
    for (const number of chat) if (!said.has(number)) complain(`${this.told.room}: line ${number} of the chat is forgotten`);
  }

  hear(message) {
    this.told.hear(message);
    if (message.type === 'you') this.hearWho(message);
    if (message.type === 'room') this.seeSettings(message, false);
    if (message.type === 'room') this.room = message;
    if (message.type === 'table') this.hearTable(message);
  }

  // Each person hears of settings in order, though not all at the same time.
  seeSettings(now, confirmed) {
    for (const [key, open] of Object.entries(this.told.unanswered)) {
      const value = now[key],
        before = this.settings[key] ?? 0;
      if (value === undefined) continue;
      if (confirmed) open.delete(value);
      else if (value < before && !open.has(value)) complain(`${this.told.room} ${this.name}: ${key} was ${before}, now ${value}`);
      if (!confirmed || value > before) this.settings[key] = value;
    }
  }

  hearTable(table) {
    if (table.match !== this.table?.match) this.events = [];
    for (const line of table.lines) {
      const number = Number(line.split(' ', 1)[0]);
      if (!this.events.includes(number)) this.events.push(number);
    }
    this.table = table;
  }

  hearWho(you) {
    if (you.token) this.token = you.token;
    if (this.token && this.person !== null && you.person !== this.person)
      complain(`${this.told.room} ${this.name}: was person ${this.person}, now ${you.person}`);
    if (this.token && this.seats.length && !this.seats.every((seat) => you.seats.includes(seat)))
      complain(`${this.told.room} ${this.name}: had seats ${this.seats}, now ${you.seats}`);
    this.person = you.person ?? this.person;
    this.seats = you.seats;
    this.you = you;
  }

  // Do what there is to do.
  act() {
    const playing = this.room?.status === 'playing';
    if (!this.you || !this.room) return;
    if (this.host && (onlySettings || below(100) === 0)) this.ask(this.told.nextSetting());
    else if (onlySettings) return;
    else if (!this.seats.length && !playing) this.ask({ type: 'sit', name: this.name, salt: randomBytes(8).toString('hex') });
    else if (below(300) === 0) this.ask({ type: 'chat', text: `${this.name} says ${randomBytes(4).toString('hex')}` });
    else if (playing) this.play();
    else if (
      this.host &&
      !finishing &&
      this.room.match < MATCHES_MOST &&
      this.room.seats.filter((seat) => seat.person).length >= PEOPLE
    )
      this.ask({ type: 'start' });
  }

  play() {
    if (this.host && this.table && finishing && below(20) === 0) {
      this.ask({ type: 'stop' });
      return;
    }
    for (const seat of this.seats) {
      const moves = this.table?.match === this.room.match ? this.table.eyes?.[seat]?.moves : null;
      if (!moves?.length) continue;
      this.ask({ type: 'play', seat, move: oneOf(moves), salt: randomBytes(8).toString('hex'), event: this.table.event });
      return;
    }
  }

  // Something that no game makes anybody wait for, to see whether the room goes on.
  async knock() {
    const guest = this.guest,
      asked = performance.now();
    if (!guest || guest.closed || this.knocking === guest || onlySettings) return;
    this.knocking = guest;
    try {
      const answer = await guest.ask({ type: 'chat', text: `${this.name} knocks` });
      if (answer.type === 'done') this.told.goesOn(asked);
    } catch (error) {
      if (!/closed/.test(error.message)) complain(`${this.told.room} ${this.name}: ${error.message}`);
    }
    if (this.knocking === guest) this.knocking = null;
  }

  async ask(message) {
    const fault = failing,
      asked = performance.now(),
      salt = message.type === 'play' ? message.salt : null;
    this.waiting = true;
    if (salt) this.told.moves.set(salt, 'unknown');
    try {
      const answer = await this.guest.ask(message);
      counts.answers++;
      if (salt) this.told.moves.set(salt, answer.type);
      if (answer.type === 'done' && fault && fault === failing)
        complain(`${this.told.room}: ${message.type} was done on a failing disk`);
      if (answer.type === 'refused') counts.refused++;
      else this.told.goesOn(asked);
      if (answer.type === 'done' && message.type === 'set') this.seeSettings(message, true);
      if (answer.why === 'disk') await sleep(100);
    } catch (error) {
      if (!/closed/.test(error.message)) complain(`${this.told.room} ${this.name}: ${error.message}`);
    }
    this.waiting = false;
  }
}

// Open a room; nobody knows whether it is there until the answer has come.
async function openRoom(game) {
  while (!stopping) {
    try {
      const room = await house.room({ game, pace_ms: 0, hints: false });
      rooms.push(room);
      return room;
    } catch {
      await sleep(20);
    }
  }
}

async function openTable(game, people) {
  const room = await openRoom(game),
    told = new Told(room.room);
  for (let i = 0; i < PEOPLE; i++) {
    const person = new Person(told, `P${i + 1}`, i === 0 ? room.token : null);
    people.push(person);
    person.life = person.live();
  }
  return told;
}

// Somebody who opens rooms and leaves them alone.
async function openRooms() {
  while (!stopping) {
    await openRoom('yatzi');
    await sleep((20 + below(80)) * pause);
  }
}

// ---- what is done to the house ----

async function killOften(kills) {
  for (let i = 0; i < kills; i++) {
    await sleep(below(LIFE_MS));
    await killHouse();
    if (below(5) === 0) await killEarly();
    await openHouse();
  }
}

function order(orders) {
  writeFileSync(`${control}.new`, orders);
  renameSync(`${control}.new`, control);
}

async function isWell() {
  try {
    return (await house.get('/healthz')).status === 200;
  } catch {
    return false;
  }
}

async function failOften(faults) {
  let noticed = 0;
  for (let i = 1; i <= faults; i++) {
    await sleep(below(LIFE_MS));
    order(oneOf(['sync EIO', 'write EIO', 'write ENOSPC', 'write EROFS']));
    failing = i;
    await sleep(100 + below(FAULT_MS));
    noticed += !(await isWell());
    const killed = below(4) === 0;
    if (killed) await killHouse();
    failing = 0;
    order('');
    if (killed) await openHouse();
    for (let waited = 0; !(await isWell()); waited += 50) {
      if (waited > RECOVERY_MS) {
        complain('the disk is well, the house is not');
        return noticed;
      }
      await sleep(50);
    }
  }
  return noticed;
}

// Until something that was asked from now on is done at every table; how long each took, in milliseconds. People knock,
// since a game may make them wait for each other.
async function allGoOn(tables, people) {
  const began = performance.now();
  const waiting = new Map(tables.map((told) => [told, null]));
  for (;;) {
    for (const [told, took] of waiting) if (took === null && told.asked >= began) waiting.set(told, told.done - began);
    const left = [...waiting].filter(([, took]) => took === null);
    if (left.length === 0) return [...waiting.values()];
    for (const person of people) if (waiting.get(person.told) === null) person.knock();
    if (performance.now() - began > RECOVERY_MS) {
      for (const [told] of left) complain(`${told.room} does not go on`);
      throw new Error(`rooms do not go on${house.logs()}`);
    }
    await sleep(10);
  }
}

async function harmOften(faults, tables, people) {
  const only = /^\d+$/.test(faults) ? null : faults.split(',');
  const seed = Number(process.argv[4] ?? 1);
  house.onlySettings = (yes) => {
    onlySettings = yes;
  };
  house.long = !only && Number(faults) >= 100;
  const said = await harm(house, {
    faults: only ? only.length : Number(faults),
    only,
    seed,
    rooms: tables.map((told) => told.room),
    goesOn: () => allGoOn(tables, people),
    complain,
    note: (text) => process.env.VERBOSE && console.log(`# ${new Date().toISOString()} ${text}`),
  });
  for (const line of said) console.log(`# ${line}`);
  report(
    `${only ? only.join(', ') : `${faults} faults`}, seed ${seed}: every room went on ` +
      `(${counts.comings} comings, ${counts.answers} answers, ${counts.refused} refused, ${counts.sent_away} sent away)`,
  );
}

async function untilHealth(status) {
  for (let waited = 0; (await house.get('/healthz')).status !== status; waited += 50) {
    if (waited > RECOVERY_MS) {
      complain(`never healthy: ${status}`);
      return;
    }
    await sleep(50);
  }
}

// A disk that does not answer: the house says so, accepts nothing more, and goes on when the disk does.
async function hangOnce() {
  let opened = false;
  const inside = await house.json('/api/rooms', { method: 'POST', body: '{"game":"yatzi"}' });
  const guest = await house.guest();
  await guest.ask({ type: 'enter', room: inside.room, token: inside.token });
  order('sync HANG');
  const late = house.json('/api/rooms', { method: 'POST', body: '{"game":"yatzi"}' }).then((answer) => {
    opened = true;
    return answer;
  });
  await untilHealth(503);
  if (opened) complain('a room was opened on a disk that does not answer');
  const heard = await guest.ask({ type: 'chat', text: 'Hello?' }).catch((why) => ({ why: why.message }));
  if (heard.why !== 'disk') complain(`while the disk does not answer a guest hears: ${heard.why}`);
  guest.drop();
  order('');
  const { room } = await late;
  await untilHealth(200);
  if ((await house.get(`/api/rooms/${room}`)).status !== 200) complain('the room of a slow disk is lost');
}

// ---- in the end ----

async function finish(people) {
  finishing = true;
  // However long it takes, as long as anything goes on.
  for (let [last, heard] = [performance.now(), -1]; performance.now() < last + 60000; await sleep(50)) {
    if (people.every((person) => person.room && person.room.status !== 'playing')) break;
    if (counts.answers !== heard) [last, heard] = [performance.now(), counts.answers];
  }
  await sleep(100);
  stopping = true;
  await Promise.all(people.map((person) => person.life));
}

function checkLog(told, match, text) {
  const lines = text.split('\n'),
    events = lines.slice(lines.indexOf('events') + 1);
  for (const [number, line] of told.lines.get(match) ?? [])
    if (!agree(line, events[number - 1] ?? ''))
      complain(`${told.room}, match ${match}: told "${line}", kept "${events[number - 1]}"`);
  const seal = told.sealed.get(match);
  if (seal && !lines.includes(`seal ${seal}`)) complain(`${told.room}, match ${match}: another seal in the log`);
  try {
    execFileSync(knobel, ['verify', '-'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    complain(`${told.room}, match ${match}: does not verify: ${error.stdout}${error.stderr}`);
  }
}

// A connection may take too long on a busy machine, and a node that has just lost its database or its epoch answers `disk`
// until it has both again. What is lost stays lost, however often one asks.
async function patiently(attempt) {
  for (const until = performance.now() + 60000; ; await sleep(200))
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
}

function getPatiently(path) {
  return patiently(async () => {
    const answer = await house.get(path);
    const text = await answer.text();
    if (answer.status === 503) throw new Error(`${path}: ${text}`);
    return [answer.status, text];
  });
}

// Every match there was; returns how many.
async function checkLogs(told) {
  let all = '';
  for (let match = 1; match <= told.match; match++) {
    const [status, text] = await getPatiently(`/api/rooms/${told.room}/log?match=${match}`);
    if (status === 200) checkLog(told, match, text);
    else complain(`${told.room}, match ${match}: no log: ${status} ${text}`);
    all += text;
  }
  for (const [salt, answer] of told.moves)
    if (answer !== 'unknown' && all.includes(salt) !== (answer === 'done'))
      complain(`${told.room}: a move that was ${answer} is ${answer === 'done' ? 'not ' : ''}in the log`);
  return told.match;
}

async function checkChat(told) {
  const guest = await patiently(() => house.enter(told.room, { chat: 0 }));
  const kept = new Map(guest.messages.filter((m) => m.type === 'chat').map((m) => [m.number, m.text]));
  const last = Math.max(0, ...kept.keys());
  for (const [number, text] of told.chat)
    if (number > last - CHAT_KEPT && kept.get(number) !== text) complain(`${told.room}: line ${number} of the chat is lost`);
  guest.close();
}

async function checkPerson(person) {
  if (!person.token) return 0;
  const guest = await patiently(() => house.enter({ room: person.told.room, token: person.token }));
  const you = guest.messages.find((m) => m.type === 'you');
  if (you.person !== person.person || String(you.seats) !== String(person.seats))
    complain(
      `${person.told.room} ${person.name}: was person ${person.person} on ${person.seats}, now ${you.person} on ${you.seats}`,
    );
  guest.close();
  return 1;
}

async function checkRooms() {
  for (const { room } of rooms) {
    const [status, text] = await getPatiently(`/api/rooms/${room}`);
    if (status !== 200) complain(`${room} is lost: ${status} ${text}`);
  }
}

let failures = 0;
function report(what) {
  console.log(`${complaints.length ? 'not ok' : 'ok'} - ${what}`);
  for (const complaint of complaints) console.log(`#   ${complaint}`);
  failures += complaints.length;
  complaints.length = 0;
}

async function checkAll(people, tables) {
  await killHouse();
  await openHouse();
  await checkRooms();
  report(`${rooms.length} rooms are there`);
  let tokens = 0;
  for (const person of people) tokens += await checkPerson(person);
  report(`${tokens} tokens are good for their seats`);
  for (const told of tables) await checkChat(told);
  report(`${counts.chat} lines of chat are there`);
  let matches = 0;
  for (const told of tables) matches += await checkLogs(told);
  report(`${matches} matches with ${counts.lines} lines as they were told; all verify`);
}

// ---- all of it ----

async function torture(how, times) {
  if (how === 'disk') env = { LD_PRELOAD: faulty, FAULTY_FILES: file, FAULTY_CONTROL: control };
  if (how === 'cluster') {
    house = await Cluster.up(FLAGS);
    pause = /^\d+$/.test(times) ? 20 : 60; // those that are named are few, for a short test
  }
  await openHouse();
  const people = [],
    opening = openRooms();
  const games = pause > 20 ? TABLES.filter((game, at) => TABLES.indexOf(game) === at) : TABLES;
  const tables = await Promise.all(games.map((game) => openTable(game, people)));
  if (how === 'cluster') {
    await harmOften(times, tables, people);
  } else if (how === 'disk') {
    await hangOnce();
    report('a disk that did not answer was told, and waited for');
    const noticed = await failOften(times);
    report(
      `${times} times the disk failed: nothing was accepted meanwhile, and it went on by itself ` +
        `(${noticed} noticed, ${counts.sent_away} guests sent away, ${counts.refused} messages refused)`,
    );
  } else {
    await killOften(times);
    report(`${times} kills, ${counts.comings} comings, ${counts.answers} answers`);
  }
  await finish(people);
  await opening;
  await checkAll(people, tables);
  if (!(house instanceof Cluster)) await house.close();
}

// Networks and databases would go on without us.
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, async () => {
    if (house instanceof Cluster) await house.close();
    await House.closeAll();
    process.exit(1);
  });

try {
  if (process.argv[2] === 'cluster' && !Cluster.canRun()) console.log('ok - cluster # SKIP no networks can be made here');
  else await torture(process.argv[2] ?? 'kills', process.argv[2] === 'cluster' ? process.argv[3] : Number(process.argv[3] ?? 5));
} catch (error) {
  complain(error.stack);
  report('the torture itself');
} finally {
  if (house instanceof Cluster) await house.close();
  await House.closeAll();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures ? 1 : 0);
