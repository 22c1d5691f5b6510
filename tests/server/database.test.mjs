// database.test.mjs: everything that can be wrong with a database: its address, the password, rights, encodings, versions,
// certificates, a standby, a full disk. Each is told in a sentence that says what is wrong, nothing is lost, and no message
// contains a password. Runs under tests/postgres, and changes that server as it needs it.
// Needs the games: yatzi
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { PATIENCE_MS } from './websocket.mjs';
import { House, knobel } from './serving.mjs';

const base = process.env.KNOBEL_POSTGRES;
const folder = process.env.KNOBEL_POSTGRES_FOLDER;
const secret = 'S3cret.word';
const port = await freePort();
const standbyPort = await freePort();
const { uid, gid } = statSync(join(folder, 'data'));
const bin = ['/usr/lib/postgresql/15/bin', dirname(execFileSync('which', ['psql']).toString())].find((path) =>
  existsSync(join(path, 'pg_ctl')),
);
const psql = (sql, where = base) =>
  execFileSync('psql', [where, '-qAtc', sql], { stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}

async function untilTrue(what, look) {
  for (const began = Date.now(); ; await sleep(50)) {
    const found = await Promise.resolve(look()).catch(() => undefined);
    if (found) return found;
    if (Date.now() - began > PATIENCE_MS) throw new Error(`waited for: ${what}`);
  }
}

// ---- the database server ----

const asPostgres = (program, ...words) =>
  execFileSync(join(bin, program), words, { uid, gid, cwd: folder, stdio: 'ignore', env: { ...process.env, PGHOST: folder } });
const settings = (text, data = 'data') => appendFileSync(join(folder, data, 'postgresql.conf'), text);
const restart = (data = 'data') =>
  asPostgres('pg_ctl', '-D', join(folder, data), '-m', 'fast', '-w', 'restart', '-l', join(folder, 'log'));

// A certificate for `name`, signed by an authority of its own: NAME.crt, NAME.key and NAME-ca.crt.
function certify(name, forHost) {
  const path = (end) => join(folder, `${name}${end}`);
  const openssl = (...words) => execFileSync('openssl', words, { stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  openssl('req', '-x509', ...key, '-subj', `/CN=authority of ${name}`, '-keyout', path('-ca.key'), '-out', path('-ca.crt'));
  openssl('req', ...key, '-subj', `/CN=${forHost}`, '-keyout', path('.key'), '-out', path('.csr'));
  const signing = ['-CA', path('-ca.crt'), '-CAkey', path('-ca.key'), '-CAcreateserial', '-days', '30'];
  openssl('x509', '-req', '-in', path('.csr'), ...signing, '-out', path('.crt'));
  chmodSync(path('.key'), 0o600);
  chownSync(path('.key'), uid, gid);
}

// ---- a server that must not start ----

const everything = []; // that was ever said, for the last test

// What it says instead of opening; it ends with an error.
async function refused(where, flags = []) {
  const error = await House.open(flags, { file: where }).then(
    async (house) => {
      await house.close('SIGKILL');
      throw new Error(`it opened ${where}`);
    },
    (caught) => caught,
  );
  assert.ok(error.house, error.stack);
  assert.notEqual(await error.house.ended, 0);
  const said = error.house.log + error.house.said;
  everything.push(said);
  assert.equal(said.trim().split('\n').length, 1, `one line: ${said}`);
  return said;
}

async function refuses(where, sentence) {
  assert.match(await refused(where), sentence);
}

const overTcp = (more = '', { user = 'anna', password = secret, host = '127.0.0.1', name = 'postgres' } = {}) =>
  `postgresql://${user}:${password}@${host}:${port}/${name}?connect_timeout=60${more}`;
const inSchema = (schema) => `&options=-csearch_path%3D${schema}`;

before(() => {
  certify('one', 'localhost');
  certify('other', 'localhost');
  psql(`CREATE ROLE anna LOGIN PASSWORD '${secret}'; CREATE SCHEMA annas AUTHORIZATION anna;
        CREATE ROLE berta LOGIN PASSWORD '${secret}'; CREATE ROLE replica REPLICATION LOGIN`);
  settings(`listen_addresses = '127.0.0.1'\nport = ${port}\nssl = on\n`);
  settings(`ssl_cert_file = '${folder}/one.crt'\nssl_key_file = '${folder}/one.key'\npassword_encryption = 'scram-sha-256'\n`);
  settings(`log_statement = 'all'\nlog_min_duration_statement = 0\nlog_parameter_max_length_on_error = -1\n`); // all that it can
  writeFileSync(
    join(folder, 'data/pg_hba.conf'),
    `local all all trust\nlocal replication all trust
hostnossl postgres berta 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n`,
  );
  restart();
});
after(async () => {
  await House.closeAll();
  spawnSync(join(bin, 'pg_ctl'), ['-D', join(folder, 'standby'), '-m', 'immediate', 'stop'], { uid, gid, cwd: folder });
  spawnSync('umount', ['-l', join(folder, 'small')]);
});

// The socket has another name since the port is another.
const local = (more = '') => `${base}&port=${port}${more}`;
const sql = (text, more) => psql(text, local(more));

describe('what is wrong with the address', () => {
  test('not an address', async () => {
    await refuses(`postgresql://anna:${secret}@127.0.0.1:port/postgres`, /invalid integer value "port"/);
    await refuses(`postgresql://anna:${secret}@[::1/postgres`, /not a valid address/);
    await refuses(overTcp('&colour=blue'), /not a valid address/);
  });
  test('nobody there', async () => {
    await refuses(`postgresql://anna:${secret}@nowhere.invalid/postgres`, /cannot connect.*nowhere\.invalid/);
    await refuses(`postgresql://anna:${secret}@127.0.0.1:${await freePort()}/postgres`, /cannot connect.*refused/);
    await refuses(overTcp('', { name: 'nothing' }), /cannot connect.*"nothing" does not exist/);
  });
});

describe('who asks', () => {
  test('a wrong password, and none', async () => {
    await refuses(overTcp('', { password: `${secret}x` }), /cannot connect.*password authentication failed/);
    await refuses(`postgresql://anna@127.0.0.1:${port}/postgres?passfile=/nowhere`, /cannot connect.*no password supplied/);
    await refuses(overTcp('', { user: 'nobody' }), /cannot connect.*password authentication failed/);
  });
  test('missing rights: nothing is left behind', async () => {
    await refuses(overTcp(inSchema('annas'), { user: 'berta' }), /lacks a right/);
    sql('GRANT USAGE ON SCHEMA annas TO berta');
    await refuses(overTcp(inSchema('annas'), { user: 'berta' }), /lacks a right/);
    assert.equal(sql(`SELECT count(*) FROM pg_tables WHERE schemaname = 'annas'`), '0');
  });
  test('a command says it, too', () => {
    for (const words of [
      ['cluster', 'status', '--data'],
      ['copy', '/nowhere/house.db'],
      ['bin', '--data'],
    ]) {
      const ended = spawnSync(knobel, [...words, overTcp('', { password: `${secret}x` })], {
        env: { ...process.env, LANGUAGE: 'en' },
      });
      assert.notEqual(ended.status, 0);
      everything.push(`${ended.stdout}${ended.stderr}`);
    }
  });
});

// The superuser here is called knobel already, so the roles get other names.
describe('the roles of packaging/cluster/role.sql', () => {
  const user = 'house';
  const where = () => overTcp('', { user, name: user });
  const env = { ...process.env, KNOBEL_PASSWORD: secret, KNOBEL_STANDBY_PASSWORD: `${secret}x` };
  const denied = (text, address) => assert.throws(() => psql(text, address), /permission denied|must be (superuser|owner)/, text);

  test('they can be made before there is a standby, and not without passwords', async () => {
    const input = readFileSync('packaging/cluster/role.sql', 'utf8').replaceAll(/\bknobel(?=\b|_standby)/g, user);
    const make = (more) => execFileSync('psql', [local(), '-qX'], { input, stdio: 'pipe', timeout: PATIENCE_MS, ...more });
    const waitFor = async (standbys) => {
      sql(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
      sql('SELECT pg_reload_conf()');
      await untilTrue('the setting', () => sql('SHOW synchronous_standby_names') === standbys);
    };
    assert.throws(() => make({ env: { ...env, KNOBEL_STANDBY_PASSWORD: undefined } }), /syntax error/);
    await waitFor('standby1');
    make({ env });
    await waitFor('');
  });
  test('the one of the nodes does all that nodes do', async () => {
    const run = (...command) => execFileSync(knobel, command, { env: { ...process.env, LANGUAGE: 'en' } }).toString();
    let house = await House.open(['--node', '1', '--address', '127.0.0.1:1'], { file: where() });
    const { room: code } = await house.room();
    assert.match(run('cluster', 'status', '--data', where()), /1/);
    run('cluster', 'drain', '1', '--data', where());
    assert.equal(await house.ended, 0);
    psql(
      'DROP TABLE shown, board; ALTER TABLE house DROP COLUMN format, DROP COLUMN steps; UPDATE house SET version = 1',
      where(),
    );
    house = await House.open([], { file: where() }); // updates the tables
    run('cluster', 'finish', '--data', where());
    assert.equal((await house.get(`/api/rooms/${code}`)).status, 200);
    assert.equal(await house.close(), 0);
    const key = () => run('key', '--node', '1', '--data', where());
    const before = key();
    assert.notEqual(run('key', '--node', '1', '--new', '--data', where()), before);
    assert.match(key(), /^[0-9a-f]{64}\n$/);
    assert.notEqual(key(), before);
    run('cluster', 'secret', '--data', where());
    run('copy', where(), join(folder, 'copied.db'));
  });
  test('and nothing else', () => {
    denied('CREATE ROLE more', where());
    denied('CREATE DATABASE more', where());
    denied(`ALTER ROLE ${user} SUPERUSER`, where());
    denied('ALTER SYSTEM SET fsync = off', where());
    denied(`SELECT pg_read_file('postgresql.conf')`, where());
    denied('SELECT pg_create_physical_replication_slot($$one$$)', where());
    denied('SELECT rolpassword FROM pg_authid', where());
    denied('SELECT * FROM annas.house', overTcp('', { user }));
    denied('SELECT 1', overTcp('', { user: 'anna', name: user }));
  });
  test('the one of the standby can replicate, and not read', () => {
    const standby = (name, more = '') => local(`&user=${user}_standby&dbname=${name}${more}`);
    denied('SELECT 1', standby(user));
    denied('SELECT * FROM annas.house', standby('postgres'));
    denied('CREATE ROLE more', standby('postgres'));
    assert.match(psql('IDENTIFY_SYSTEM', standby('postgres', '&replication=true')), /^\d+\|1\|/);
    assert.throws(
      () => psql('IDENTIFY_SYSTEM', local(`&user=${user}&dbname=postgres&replication=true`)),
      /must be superuser or replic/,
    );
  });
});

describe('what is there', () => {
  test('another encoding', async () => {
    sql(`CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`);
    sql('ALTER DATABASE latin OWNER TO anna');
    await refuses(overTcp('', { name: 'latin' }), /the database has the encoding LATIN1, but UTF8 is needed/);
  });
  test('the tables of another program', async () => {
    sql('CREATE SCHEMA letters AUTHORIZATION anna; CREATE TABLE letters.letters(text text)');
    await refuses(overTcp(inSchema('letters')), /belongs to another program/);
  });
  test('an old version is updated with all that is in it, a newer one is left as it is', async () => {
    const where = overTcp(inSchema('annas'));
    let house = await House.open([], { file: where });
    const room = await house.room();
    assert.equal(await house.close(), 0);
    sql(
      `DROP TABLE annas.shown, annas.board; ALTER TABLE annas.house DROP COLUMN format, DROP COLUMN steps; UPDATE annas.house SET version = 1`,
    );
    house = await House.open([], { file: where });
    assert.equal((await house.get(`/api/rooms/${room.room}`)).status, 200);
    assert.equal(await house.close(), 0);
    const version = sql('SELECT version FROM annas.house');
    sql('UPDATE annas.house SET version = 99');
    await refuses(where, /made by a newer Knobel/);
    assert.equal(sql(`SELECT count(*) FROM annas.rooms WHERE record IS NOT NULL`), '1');
    sql(`UPDATE annas.house SET version = ${version}`);
  });
});

describe('certificates', () => {
  const certified = (more) => overTcp(`${inSchema('annas')}${more}`, { host: 'localhost' });
  const authority = (name) => `&sslrootcert=${folder}/${name}-ca.crt`;

  test('with the right one all is encrypted', async () => {
    const house = await House.open([], { file: certified(`&sslmode=verify-full${authority('one')}`) });
    const connections = sql(
      `SELECT count(*), bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'knobel'`,
    );
    assert.match(connections, /^[1-9]\d*\|t$/);
    assert.ok((await house.room()).room);
    assert.ok(!readFileSync(`/proc/${house.process.pid}/cmdline`, 'utf8').includes(secret), 'no password among the processes');
    assert.equal(await house.close(), 0);
    everything.push(house.log + house.said);
  });
  test('signed by somebody else', async () => {
    await refuses(certified(`&sslmode=verify-ca${authority('other')}`), /cannot connect.*certificate verify failed/);
  });
  test('for another name', async () => {
    await refuses(overTcp(`&sslmode=verify-full${authority('one')}`), /cannot connect.*does not match host name/);
  });
  test('an authority that is not there', async () => {
    await refuses(
      certified(`&sslmode=verify-full&sslrootcert=/nowhere.crt`),
      /cannot connect.*root certificate file "\/nowhere\.crt" does not exist/,
    );
  });
  test('none, where one is asked for', async () => {
    await refuses(overTcp(`${inSchema('annas')}&sslmode=disable`, { user: 'berta' }), /cannot connect.*no encryption/);
  });
});

test('a standby can only be read; beside its primary it does no harm', async () => {
  asPostgres(
    'pg_basebackup',
    '-h',
    folder,
    '-p',
    `${port}`,
    '-U',
    'replica',
    '-D',
    join(folder, 'standby'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  );
  settings(`port = ${standbyPort}\n`, 'standby');
  asPostgres('pg_ctl', '-D', join(folder, 'standby'), '-w', '-l', join(folder, 'standby-log'), 'start');
  const standby = overTcp(inSchema('annas')).replace(`:${port}/`, `:${standbyPort}/`);
  await refuses(standby, /cannot connect.*read-only/);
  await refuses(`${standby}&target_session_attrs=any`, /can only be read; is it a standby/);
  const both = overTcp(inSchema('annas')).replace(`127.0.0.1:${port}`, `127.0.0.1:${standbyPort},127.0.0.1:${port}`);
  const house = await House.open([], { file: both });
  assert.ok((await house.room()).room);
  assert.equal(await house.close(), 0);
});

test('the disk of the database is full: nothing told is lost, and it goes on when there is space', async (t) => {
  const small = join(folder, 'small');
  mkdirSync(small);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'none', small]).status !== 0)
    return t.skip('no file systems can be mounted here');
  mkdirSync(join(small, 'space'));
  chownSync(join(small, 'space'), uid, gid);
  sql(`CREATE TABLESPACE small LOCATION '${small}/space'`);
  sql('CREATE SCHEMA full_one AUTHORIZATION anna; GRANT CREATE ON TABLESPACE small TO anna');
  const house = await House.open([], { file: overTcp(`${inSchema('full_one')}%20-cdefault_tablespace%3Dsmall`) });
  const room = await house.room({ pace_ms: 0 });
  const guest = await house.enter(room);
  assert.equal((await guest.ask({ type: 'chat', text: 'while there was space' })).type, 'done');
  writeFileSync(join(small, 'filler'), Buffer.alloc(0));
  spawnSync('sh', ['-c', `cat /dev/zero > ${small}/filler`]);
  const told = [];
  await untilTrue('a refusal', async () => {
    const opened = await house.json('/api/rooms', { method: 'POST', body: '{"game":"yatzi"}' }).catch(() => null);
    if (opened?.room) told.push(opened.room);
    return /the disk of the database is full/.test(house.log);
  });
  execFileSync('rm', [join(small, 'filler')]);
  await untilTrue('health', async () => (await house.get('/healthz')).status === 200);
  for (const code of [room.room, ...told]) assert.equal((await house.get(`/api/rooms/${code}`)).status, 200, code);
  const back = await untilTrue('the room', () => house.enter(room));
  assert.ok(back.messages.some((m) => m.type === 'chat' && m.text === 'while there was space'));
  assert.equal((await back.ask({ type: 'chat', text: 'and now' })).type, 'done');
  assert.equal(await house.close(), 0);
  everything.push(house.log + house.said);
});

// Keys and secrets go along with statements, and this server logs all that it may.
test('the log of the database has no secrets, if its role may say so', async () => {
  const seed = (table, address) => psql(`SELECT encode(seed, 'hex') FROM ${table} ORDER BY number LIMIT 1`, address);
  const seen = (one) => readFileSync(join(folder, 'log'), 'utf8').includes(one);
  sql('CREATE SCHEMA mine');
  const house = await House.open([], { file: local(inSchema('mine')) }); // as a superuser
  assert.equal(await house.close(), 0);
  assert.ok(!seen(seed('mine.keys', local())), 'a superuser');
  assert.ok(!seen(seed('keys', overTcp('', { user: 'house', name: 'house' }))), 'the role of role.sql');
  assert.ok(seen(seed('annas.keys', local())), 'another role may not say so');
});

test('no password was told to anybody', () => {
  everything.push(readFileSync(join(folder, 'log'), 'utf8'));
  assert.ok(everything.length > 15);
  const lines = everything.flatMap((said) => said.split('\n'));
  for (const line of lines) assert.ok(!line.includes(secret), line);
});
