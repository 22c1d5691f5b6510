// serving.mjs: a house for tests: `knobel serve` on a free port of this machine, with a file of its own
// that goes when the house does. KNOBEL names the program.
// Needs the games: yatzi
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Guest, PATIENCE_MS } from './websocket.mjs';

export const knobel = process.env.KNOBEL || 'build/knobel';

const open = new Set();

export class House {
  log = ''; // what it wrote on standard error
  said = ''; // and on standard output
  exit = null; // its exit code, once it has ended

  // Flags as on the command line. `file`, `env` and a `limit` as a shell sets it if wished.
  static async open(flags = [], { file, env = {}, limit, program = knobel } = {}) {
    const house = new House();
    house.folder = file ? null : mkdtempSync(join(tmpdir(), 'knobel-'));
    house.file = file ?? join(house.folder, 'house.db');
    const words = [program, 'serve', '--listen', '127.0.0.1', '--port', '0', '--metrics', '0', '--data', house.file, ...flags];
    const command = limit ? ['sh', '-c', `${limit} && exec "$0" "$@"`, ...words] : words;
    house.process = spawn(command[0], command.slice(1), {
      // One machine asks for all guests of a test, as fast as it can. Flags count more than this.
      env: { KNOBEL_REQUESTS_AT_ONCE: '100000', KNOBEL_CONNECTIONS_PER_ADDRESS: '10000', ...process.env, LANGUAGE: 'en', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    house.process.stdout.on('data', (text) => {
      house.said += text;
    });
    open.add(house);
    house.ended = new Promise((resolve) =>
      house.process.on('close', (code, signal) => {
        open.delete(house);
        house.exit = code ?? signal;
        resolve(house.exit);
      }),
    );
    await new Promise((resolve, reject) => {
      house.process.stderr.on('data', (text) => {
        house.log += text;
        const open = /"event":"open","port":(\d+)(?:,"metrics":(\d+))?/.exec(house.log);
        if (open) {
          house.port = Number(open[1]);
          house.metricsPort = Number(open[2]);
          resolve();
        }
      });
      house.ended.then((code) => {
        reject(Object.assign(new Error(`ended with ${code}: ${house.log}`), { house }));
        if (!house.port) house.leave(); // it has refused to open
      });
    });
    house.url = `http://127.0.0.1:${house.port}`;
    return house;
  }

  // Whatever a test that failed has left open.
  static async closeAll() {
    await Promise.all([...open].map((house) => house.close('SIGKILL')));
  }

  // The house closes connections that rest; a question that meets one just then is asked again, as browsers do.
  async get(path, options) {
    for (let tries = 1; ; tries++)
      try {
        return await fetch(this.url + path, options);
      } catch (error) {
        const rested = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error.cause?.code);
        if (options?.method || !rested || tries === 10) throw error;
      }
  }

  // What the house counts, as text, from the door for it.
  async metrics(path = '/metrics') {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}${path}`)).text();
  }

  async json(path, options) {
    const answer = await this.get(path, options);
    return { status: answer.status, ...(await answer.json()) };
  }

  // Open a room: {room, link, token}.
  async room(settings = {}) {
    const answer = await this.json('/api/rooms', { method: 'POST', body: JSON.stringify({ game: 'yatzi', ...settings }) });
    if (answer.status !== 201) throw new Error(`no room: ${answer.why}`);
    return answer;
  }

  guest(options) {
    return Guest.open(this.port, options);
  }

  // A guest who has entered a room.
  async enter(room, more = {}, options = {}) {
    const guest = await this.guest(options);
    const answer = await guest.ask({ type: 'enter', room: room.room ?? room, token: room.token, ...more });
    if (answer.type !== 'done') throw new Error(`not entered: ${answer.why}`);
    return guest;
  }

  // Send bytes, and wait for what comes until the house closes.
  raw(bytes) {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1');
      let heard = '';
      const stop = () => {
        socket.destroy();
        reject(new Error(`still open after ${PATIENCE_MS} ms: ${heard}`));
      };
      const timer = setTimeout(stop, PATIENCE_MS);
      socket.on('data', (more) => {
        heard += more.toString('latin1');
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(timer);
        resolve(heard);
      });
      socket.write(bytes);
    });
  }

  // Close it, as a machine that shuts down does; the exit code.
  async close(signal = 'SIGTERM') {
    if (this.exit === null) this.process.kill(signal);
    const code = await this.ended;
    this.leave();
    return code;
  }

  // Leave nothing behind.
  leave() {
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 1000));

// Random play by whoever holds `seat`, to the end of the match; the last `table` message.
export async function playOn(guest, seat, table) {
  while (!table.over) {
    const moves = table.eyes?.[seat]?.moves;
    if (moves?.length) {
      const { why } = await guest.ask({
        type: 'play',
        seat,
        move: moves[Math.floor(Math.random() * moves.length)],
        salt: '0123456789abcdef',
        event: table.event,
      });
      if (why === 'slow_down') {
        await rest(); // a fast machine plays faster than people may
        continue;
      }
    }
    table = await guest.next('table');
  }
  return table;
}
