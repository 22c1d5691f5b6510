// player.mjs LINK [NAME]: the same as player.py in JavaScript, for node 22 or later (node 20 wants
// --experimental-websocket). A page in a browser does it in the same way.
import { webcrypto } from 'node:crypto';
import { exit, argv } from 'node:process';

const [link, name = 'Random'] = argv.slice(2);
if (!link) end(2, 'use: player.mjs LINK [NAME]');
const place = new URL(link);
const room = place.pathname.split('/')[2];
const socket = new WebSocket(`ws://${place.host}/ws/${room}`, 'knobel.1');
const say = (message) => socket.send(JSON.stringify(message));
const any = (list) => list[Math.floor(Math.random() * list.length)];
const salt = () => Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex');

let seats = [];
let seal = '';

const hear = {
  you: (you) => ({ seats } = you),
  // Our share in the dice of the next match: a salt for every new seal.
  room: (room) => {
    if (room.status === 'playing' || room.seal === seal) return;
    ({ seal } = room);
    for (const seat of seats) say({ type: 'salt', seat, salt: salt(), seal });
  },
  refused: ({ why }) => ['outdated', 'playing'].includes(why) || end(1, `refused: ${why}`),
  table: ({ event, over, eyes, won, scores, stopped }) => {
    if (over) return end(0, stopped ? 'stopped' : `won: ${won}, scores: ${scores}`);
    for (const [seat, { moves }] of Object.entries(eyes))
      if (moves?.length) say({ type: 'play', seat: Number(seat), move: any(moves), salt: salt(), event });
  },
};
socket.onopen = () => {
  say({ type: 'enter', room, moves: true, salts: true });
  say({ type: 'sit', name });
};
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  hear[message.type]?.(message);
};
socket.onclose = () => end(1, 'the server has closed the connection');

function end(code, words) {
  console.log(words);
  exit(code);
}
