// cluster.mjs: a house on several machines for tests: packaging/cluster/try with a folder of its own. To a test it
// looks like one House, behind its proxy; and it can be harmed: nodes that are killed, put to sleep or cut off,
// databases that stop, change their roles or wait for each other. Needs root, for networks of its own. LOGS names a
// folder that gets the logs of all of them in the end.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { House, knobel } from './serving.mjs';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const NODES = ['node1', 'node2', 'node3'];
const PATIENCE_MS = 60_000;

export class Cluster extends House {
  primary = 'db1';
  standby = 'db2';

  // Is this a machine where networks can be made?
  static canRun() {
    try {
      execFileSync('unshare', ['-n', 'ip', 'link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  static async up(flags = [], { fsync = 'off' } = {}) {
    const cluster = new Cluster();
    cluster.folder = mkdtempSync(join(tmpdir(), 'knobel-cluster-'));
    cluster.env = { ...process.env, KNOBEL: knobel, FLAGS: flags.join(' '), FSYNC: fsync };
    try {
      await cluster.try('up', '0');
    } catch (error) {
      await cluster.close();
      throw error;
    }
    cluster.port = Number(readFileSync(join(cluster.folder, 'port'), 'utf8'));
    cluster.url = `http://127.0.0.1:${cluster.port}`;
    return cluster;
  }

  try(...words) {
    return new Promise((done, fail) =>
      execFile('packaging/cluster/try', [this.folder, ...words], { env: this.env }, (error, out, err) =>
        error ? fail(new Error(`try ${words.join(' ')}: ${err}${this.logs()}`)) : done(out),
      ),
    );
  }

  logs() {
    return [...NODES, 'proxy']
      .map((name) => join(this.folder, `${name}.log`))
      .filter((file) => existsSync(file))
      .map((file) => `\n${file}: ${readFileSync(file, 'utf8').slice(-600)}`)
      .join('');
  }

  // How often this stands in what a node has written.
  logged(name, text) {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8').split(text).length - 1;
  }

  // Until it stands there more often than before, or for as long as one may wait for that.
  async untilLogged(name, text, before) {
    for (const began = Date.now(); this.logged(name, text) === before; await sleep(20))
      if (Date.now() - began > PATIENCE_MS) return;
  }

  // How often nodes have declared others dead so far.
  deaths() {
    return NODES.reduce((sum, name) => sum + this.logged(name, '"event":"nodes_dead"'), 0);
  }

  #pid(name) {
    return Number(readFileSync(join(this.folder, `${name}.pid`), 'utf8'));
  }

  async signal(name, signal) {
    process.kill(this.#pid(name), signal);
  }

  async untilGone(name) {
    for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20)) {
      try {
        process.kill(this.#pid(name), 0);
      } catch {
        return;
      }
    }
    throw new Error(`${name} does not end${this.logs()}`);
  }

  async startNode(name) {
    const before = this.logged(name, '"event":"open"');
    await this.try('start', name);
    for (const began = Date.now(); this.logged(name, '"event":"open"') === before; await sleep(20))
      if (Date.now() - began > PATIENCE_MS) throw new Error(`${name} does not open${this.logs()}`);
  }

  async startProxy() {
    await this.try('start', 'proxy');
    for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20))
      try {
        await (await fetch(`${this.url}/healthz?proxy`)).text();
        return;
      } catch {} // not yet
    throw new Error(`the proxy does not answer${this.logs()}`);
  }

  sql(text) {
    return this.try('sql', this.primary, text);
  }

  // Which node has most of these rooms; null if none has any.
  async busiest(rooms) {
    const codes = rooms.map((room) => `'${room}'`).join();
    const owner = await this.sql(
      `SELECT owner FROM rooms JOIN nodes ON id = owner AND epoch = owner_epoch WHERE code IN (${codes})
       GROUP BY owner ORDER BY count(*) DESC LIMIT 1`,
    );
    return owner.trim() ? `node${owner.trim()}` : null;
  }

  async close() {
    await this.try('down');
    if (process.env.LOGS)
      for (const name of readdirSync(this.folder).filter((one) => one.endsWith('.log')))
        cpSync(join(this.folder, name), join(process.env.LOGS, name));
    rmSync(this.folder, { recursive: true, force: true });
    return 0;
  }
}

// ---- what is done to it ----

// Each lets the harm happen, calls `went` when rooms have to go on from then on and waits for that, and mends it. What
// is started is `back` first: how long this machine needs for that is told by itself.
const FAULTS = {
  // kill -9: the rooms go on elsewhere.
  async kill(c, { node }, went) {
    await c.signal(node, 'SIGKILL');
    await went();
    await c.startNode(node);
  },
  // It sleeps, and wakes up when others have its rooms.
  async sleep(c, { node, below }, went) {
    await c.signal(node, 'SIGSTOP');
    await went();
    await sleep(below(c.long ? 60_000 : 4_000));
    await c.signal(node, 'SIGCONT');
    await went();
  },
  // It wakes up with messages that it has not read yet, which change rooms that others have by now. Were it to write that,
  // whoever reads the rooms next would find it. (Moves that are written twice would be noticed by the database.)
  async wake(c, { node }, went) {
    c.onlySettings(true);
    await sleep(500);
    await c.signal(node, 'SIGSTOP');
    await went();
    const others = NODES.filter((one) => one !== node);
    for (const other of others) await c.signal(other, 'SIGKILL'); // so that they do not write over it
    const before = c.logged(node, '"event":"fenced"');
    await c.signal(node, 'SIGCONT');
    await sleep(300);
    await c.untilLogged(node, '"event":"fenced"', before); // by then it has read them
    for (const other of others) await c.startNode(other);
    await went();
    c.onlySettings(false);
  },
  // Shorter than it takes to be declared dead, and about as long.
  async nap(c, { node, below }, went) {
    await c.signal(node, 'SIGSTOP');
    await sleep(500 + below(4000));
    await c.signal(node, 'SIGCONT');
    await went();
  },
  // No way to the database, perhaps within a transaction: the rooms go on elsewhere.
  async cutOff(c, { node, below }, went) {
    for (const db of ['db1', 'db2']) await c.try('cut', node, db);
    await went();
    await sleep(below(4000));
    for (const db of ['db1', 'db2']) await c.try('join', node, db);
    await went();
  },
  // Nodes that do not reach each other: whoever comes to the wrong one has to wait.
  async partition(c, { node, other, below }, went) {
    await c.try('cut', node, other);
    await sleep(1000 + below(4000));
    await c.try('join', node, other);
    await went();
  },
  // The database stops at once, and starts again.
  async restart(c, { below, back }, went) {
    await c.signal(c.primary, 'SIGQUIT');
    await c.untilGone(c.primary);
    await sleep(below(3000));
    await back(c.try('start', c.primary));
    await went();
  },
  // The primary is gone, the standby takes its place; the old one becomes its standby.
  async failover(c, { back }, went) {
    const gone = c.primary;
    await c.signal(gone, 'SIGQUIT');
    await c.untilGone(gone);
    await back(c.try('promote', c.standby));
    [c.primary, c.standby] = [c.standby, gone];
    await went();
    await c.try('standby', c.standby, c.primary);
    await went();
  },
  // The primary waits for its standby: moves wait, and nobody is declared dead for that. (A node may still begin a new
  // epoch by itself: one that was declared dead in the fault before, or whose connection breaks.)
  async slow(c, { below, complain }, went) {
    const deaths = c.deaths();
    await c.try('cut', 'db1', 'db2');
    await sleep(2000 + below(4000));
    await c.try('join', 'db1', 'db2');
    await went();
    if (c.deaths() !== deaths) complain(`a slow database, and nodes were declared dead${c.logs()}`);
  },
  // It is stopped as a machine that shuts down does, and hands its rooms over.
  async drain(c, { node }, went) {
    await c.signal(node, 'SIGTERM');
    await c.untilGone(node);
    await went();
    await c.startNode(node);
  },
  // Likewise, by command.
  async drainByCommand(c, { node }, went) {
    const data = (await c.try('data')).trim();
    await c.try('in', 'proxy', knobel, 'cluster', 'drain', node.slice(4), '--data', data);
    await c.untilGone(node);
    await went();
    await c.startNode(node);
  },
  // Everybody is cut off at once.
  async proxy(c, { back }, went) {
    await c.signal('proxy', 'SIGKILL');
    await c.untilGone('proxy');
    await back(c.startProxy());
    await went();
  },
};

// The same numbers for the same seed.
function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

// So many faults, or those named; every kind before one comes again. Mostly it hits the node that has most of the `rooms`.
// `goesOn` waits until every room goes on and tells how long each took, in milliseconds; `complain` takes what is wrong.
// Returns what to print.
export async function harm(cluster, { faults, seed, only, rooms, goesOn, complain, note }) {
  const below = random(seed);
  const kinds = only ?? Object.keys(FAULTS);
  const times = {},
    backs = {};
  let left = [];
  for (let i = 0; i < faults; i++) {
    if (left.length === 0) left = [...kinds];
    const [kind] = left.splice(only ? 0 : below(left.length), 1);
    const chosen = NODES[below(NODES.length)];
    const node = below(4) === 0 ? chosen : ((await cluster.busiest(rooms)) ?? chosen);
    const others = NODES.filter((one) => one !== node);
    const other = others[below(others.length)];
    await sleep(below(1500));
    const began = performance.now();
    note(`${i + 1}: ${kind} ${node}`);
    const back = async (start) => {
      const started = performance.now();
      await start;
      (backs[kind] ??= []).push(performance.now() - started);
      note(`${i + 1}: ${kind} is back after ${Math.round(backs[kind].at(-1))} ms`);
    };
    await FAULTS[kind](cluster, { node, other, below, complain, back }, async () => {
      const took = await goesOn();
      (times[kind] ??= []).push(Math.max(...took));
      note(`${i + 1}: rooms went on after ${took.map(Math.round).join(' ')} ms`);
    });
    note(`${i + 1}: ${kind} over after ${Math.round(performance.now() - began)} ms`);
  }
  const figures = (list) => {
    const sorted = [...list].sort((a, b) => a - b).map(Math.round);
    return `${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms (worst)`;
  };
  return Object.entries(times).map(
    ([kind, list]) =>
      `${kind}: ${list.length} times, the slowest room went on after ${figures(list)}` +
      (backs[kind] ? `; back before that after ${figures(backs[kind])}` : ''),
  );
}
