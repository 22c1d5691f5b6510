// websocket.mjs: a small WebSocket client for tests: frames written by hand, so that wrong ones can be
// sent, too. Nothing is hidden: what comes is in `messages`, and how it ended in `closed`.
import { connect } from 'node:net';
import { randomBytes, createHash } from 'node:crypto';

export const PATIENCE_MS = 60_000; // nothing takes this long, not even on a busy machine

const TEXT = 1,
  CLOSE = 8,
  PING = 9,
  PONG = 10;

export function acceptFor(key) {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

// A frame of a client: masked, unless told otherwise.
export function frame(payload, { opcode = TEXT, final = true, masked = true, reserved = 0 } = {}) {
  const bytes = Buffer.from(payload);
  const head = [(final ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = masked ? 0x80 : 0;
  if (bytes.length < 126) head.push(mask | bytes.length);
  else if (bytes.length < 65536) head.push(mask | 126, bytes.length >> 8, bytes.length & 255);
  else head.push(mask | 127, 0, 0, 0, 0, ...Buffer.from(Uint32Array.of(bytes.length).buffer).reverse());
  if (!masked) return Buffer.concat([Buffer.from(head), bytes]);
  const key = randomBytes(4);
  return Buffer.concat([Buffer.from(head), key, bytes.map((byte, i) => byte ^ key[i & 3])]);
}

// The frames at the front of what has come: [frames, rest].
function takeFrames(bytes) {
  const frames = [];
  for (;;) {
    if (bytes.length < 2) return [frames, bytes];
    let length = bytes[1] & 127,
      at = 2;
    if (length === 126) {
      if (bytes.length < 4) return [frames, bytes];
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return [frames, bytes];
      length = Number(bytes.readBigUInt64BE(2));
      at = 10;
    }
    if (bytes.length < at + length) return [frames, bytes];
    frames.push({ opcode: bytes[0] & 15, payload: bytes.subarray(at, at + length) });
    bytes = bytes.subarray(at + length);
  }
}

export class Guest {
  messages = []; // all that came, in order
  closed = null; // {code, why} once the house has said goodbye, or {code: 1006} if it did not
  answersPings = true;
  onMessage = null;
  #read = 0; // how many of them `next` has handed out
  #waiting = [];
  #bytes = Buffer.alloc(0);
  #id = 0;

  // Connect and shake hands; fails with `status` if the house answers something else.
  static open(port, { host = '127.0.0.1', path = '/ws', headers = {}, protocol = 'knobel.1' } = {}) {
    const guest = new Guest();
    const key = randomBytes(16).toString('base64');
    guest.socket = connect(port, host);
    guest.socket.on('error', () => {});
    const lines = {
      Host: `${host}:${port}`,
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': key,
      ...(protocol ? { 'Sec-WebSocket-Protocol': protocol } : {}),
      ...headers,
    };
    guest.socket.write(
      `GET ${path} HTTP/1.1\r\n${Object.entries(lines)
        .map(([k, v]) => `${k}: ${v}\r\n`)
        .join('')}\r\n`,
    );
    return new Promise((resolve, reject) => {
      let head = Buffer.alloc(0);
      const fail = (why) => reject(Object.assign(new Error(why), { status: Number(why.split(' ')[1]) || 0 }));
      const ended = () => fail(head.toString() || 'closed');
      const hear = (bytes) => {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const text = head.subarray(0, end).toString();
        if (!text.startsWith('HTTP/1.1 101 ')) {
          guest.socket.destroy();
          fail(head.toString());
          return;
        }
        if (!text.includes(acceptFor(key))) {
          fail('wrong accept');
          return;
        }
        guest.socket.off('data', hear).off('close', ended);
        guest.socket.on('data', (more) => guest.#hear(more));
        guest.socket.on('close', () => guest.#end({ code: 1006, why: '' }));
        resolve(guest);
        guest.#hear(head.subarray(end + 4));
      };
      guest.socket.on('data', hear).on('close', ended);
    });
  }

  #hear(bytes) {
    const [frames, rest] = takeFrames(Buffer.concat([this.#bytes, bytes]));
    this.#bytes = rest;
    for (const { opcode, payload } of frames) {
      if (opcode === PING && this.answersPings) this.socket.write(frame(payload, { opcode: PONG }));
      if (opcode === TEXT) {
        const message = JSON.parse(payload.toString());
        this.messages.push(message);
        this.onMessage?.(message);
      }
      if (opcode === CLOSE) {
        this.#end({ code: payload.length ? payload.readUInt16BE(0) : 1005, why: payload.subarray(2).toString() });
        this.socket.end(frame(payload.subarray(0, 2), { opcode: CLOSE }));
      }
    }
    this.#wake();
  }

  #end(how) {
    this.closed ??= how;
    this.#wake();
  }

  #wake() {
    this.#waiting = this.#waiting.filter((look) => !look());
  }

  // Wait until `look` finds something (not undefined) in what has come; fails when the connection ends.
  #until(look, ms, what) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited ${ms} ms for ${what}`)), ms);
      const tryIt = () => {
        const found = look();
        if (found === undefined && !this.closed) return false;
        clearTimeout(timer);
        if (found === undefined) reject(new Error(`closed with ${this.closed.code} while waiting for ${what}`));
        else resolve(found);
        return true;
      };
      if (!tryIt()) this.#waiting.push(tryIt);
    });
  }

  send(message) {
    this.socket.write(frame(JSON.stringify(message)));
  }
  sendBytes(bytes) {
    this.socket.write(bytes);
  }

  // The next message of that type that was not handed out before; those before it are passed over.
  next(type, ms = PATIENCE_MS) {
    return this.#until(
      () => {
        for (let i = this.#read; i < this.messages.length; i++)
          if (this.messages[i].type === type) {
            this.#read = i + 1;
            return this.messages[i];
          }
        return undefined;
      },
      ms,
      type,
    );
  }

  // Send with an id, and wait for `done` or `refused`.
  ask(message, ms = PATIENCE_MS) {
    const id = ++this.#id;
    this.send({ ...message, id });
    return this.#until(
      () => this.messages.find((m) => m.id === id && (m.type === 'done' || m.type === 'refused')),
      ms,
      `the answer to ${message.type}`,
    );
  }

  // Wait for the end: {code, why}.
  end(ms = PATIENCE_MS) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`still open after ${ms} ms`)), ms);
      const tryIt = () => {
        if (!this.closed) return false;
        clearTimeout(timer);
        resolve(this.closed);
        return true;
      };
      if (!tryIt()) this.#waiting.push(tryIt);
    });
  }

  close() {
    this.socket.end(frame(Buffer.from([3, 232]), { opcode: CLOSE }));
  }
  drop() {
    this.socket.destroy();
  }
}
