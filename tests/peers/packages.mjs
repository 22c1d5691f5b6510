// packages.mjs: the packages of the peers, from the folder that tests/peers/run has installed them into.
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const fromPeers = createRequire(join(process.env.PEERS, 'package.json'));
