// boardgame_server.mjs: rooms of rules.mjs on boardgame.io, in memory. Prints its port.
import { fromPeers } from './packages.mjs';
import { game } from './boardgame_game.mjs';

const { Server, Origins } = fromPeers('boardgame.io/server');
const print = console.log;
console.log = () => undefined; // it says where it listens, in words
const { appServer } = await Server({ games: [game], origins: [Origins.LOCALHOST] }).run(0);
console.log = print;
console.log(appServer.address().port);
