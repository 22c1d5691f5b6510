// colyseus_server.mjs [usual]: rooms of rules.mjs on Colyseus, in memory. Each move is told at once; as usual: every 50 ms what
// has changed. Prints its port.
import { createServer } from 'node:http';
import { fromPeers } from './packages.mjs';
import { mayScore, mayThrow, newSheet, points, thrown } from './rules.mjs';

const { Server, Room } = fromPeers('@colyseus/core');
const { WebSocketTransport } = fromPeers('@colyseus/ws-transport');
const { Schema, ArraySchema, defineTypes } = fromPeers('@colyseus/schema');

class State extends Schema {
  constructor() {
    super();
    Object.assign(this, { moves: 0, turn: 0, throws: 0, dice: new ArraySchema(1, 1, 1, 1, 1) });
    this.begin();
  }
  begin() {
    this.first = new ArraySchema(...newSheet());
    this.second = new ArraySchema(...newSheet());
  }
}
defineTypes(State, { moves: 'uint32', turn: 'uint8', throws: 'uint8', dice: ['uint8'], first: ['int8'], second: ['int8'] });

const atOnce = process.argv[2] !== 'usual';
const roll = () => 1 + Math.floor(Math.random() * 6);

class Table extends Room {
  seats = [];
  onCreate() {
    this.maxClients = 2;
    this.setState(new State());
    if (atOnce) this.setPatchRate(null); // as it is in the other two
    this.onMessage('move', (client, move) => this.move(this.seats.indexOf(client.sessionId), move));
  }
  onJoin(client) {
    this.seats.push(client.sessionId);
  }
  move(seat, { keep, box }) {
    const { state } = this;
    const sheet = seat === 0 ? state.first : state.second;
    if (seat !== state.turn || this.seats.length < 2) return;
    if (Array.isArray(keep) && mayThrow(state.throws)) this.throwDice(keep);
    else if (mayScore(state.throws, sheet, box)) this.score(sheet, box);
    else return;
    state.moves++;
    if (atOnce) this.broadcastPatch();
  }
  throwDice(keep) {
    const { state } = this;
    thrown([...state.dice], keep, roll).forEach((die, at) => (state.dice[at] = die));
    state.throws++;
  }
  score(sheet, box) {
    const { state } = this;
    sheet[box] = points(box, [...state.dice]);
    state.throws = 0;
    state.turn = 1 - state.turn;
    if (![...state.first, ...state.second].includes(-1)) state.begin();
  }
}

const server = createServer();
const game = new Server({ transport: new WebSocketTransport({ server }), greet: false });
game.define('table', Table);
await game.listen(0, '127.0.0.1');
console.log(server.address().port);
