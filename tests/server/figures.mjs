// figures.mjs: what measurements share: what a process has used, as the system counts it, and how figures are shown.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

export const sleep = (ms) => new Promise((over) => setTimeout(over, ms));

// So that the limits of a server, which are for strangers, do not end a measurement.
export const NO_LIMITS =
  '--connections-per-address 16000 --rooms-per-hour 1000000 --requests-per-second 100000 --requests-at-once 100000'.split(' ');

// Seconds of processor time, of all threads that there are.
export function cpuSeconds(pid) {
  const folder = `/proc/${pid}/task`;
  const ns = readdirSync(folder).map((thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]));
  return ns.reduce((all, one) => all + one, 0) / 1e9;
}

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// `3.1 (2.9 to 3.5)`: the median and the range.
export const shown = (list, digits = 1) =>
  `${median(list).toFixed(digits)} (${Math.min(...list).toFixed(digits)} to ${Math.max(...list).toFixed(digits)})`;

export const ratios = (list, reference) => list.map((one, i) => one / reference[i]);

// What a program says on standard output.
export const output = (program, words, options = {}) =>
  new Promise((said, failed) =>
    execFile(program, words, { maxBuffer: 1 << 24, ...options }, (error, out, err) =>
      error ? failed(new Error(`${program} ${words.join(' ')}: ${err}${out}`)) : said(out),
    ),
  );

// Rooms for the data file of a server that is not running, made by Python, which has SQLite: copies of those that are there,
// with their matches, until there are so many, `days` old. They have no marks, as in files of the first version.
const COPY_ROOMS = `
import sqlite3, sys
file, wanted, days = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
db = sqlite3.connect(file)
letters = str.maketrans('0123456789abcdef', 'ACDEFGHJKMNPQRTU')
first = db.execute('SELECT status, listed, clocked, touched_ms, record, code FROM rooms ORDER BY code').fetchall()
parts = {room[-1]: [] for room in first}
for table in ('parts', 'recent_0', 'recent_1'):
    for room, *part in db.execute('SELECT room, match, part, text FROM ' + table):
        parts[room].append(part)
for i in range(wanted - len(first)):
    code, (status, listed, clocked, touched_ms, record, like) = ('%06x' % i).translate(letters), first[i % len(first)]
    db.execute('INSERT INTO rooms(code, status, listed, clocked, touched_ms, record) VALUES(?, ?, ?, ?, ?, ?)',
               (code, status, listed, clocked, touched_ms - days * 86400000 - i, record))
    db.executemany('INSERT INTO parts(room, match, part, text) VALUES(?, ?, ?, ?)', ((code, *part) for part in parts[like]))
db.execute('ANALYZE')
db.commit()
print(*(db.execute('SELECT count(*) FROM ' + table).fetchone()[0] for table in ('rooms', 'parts')))
`;
export async function copyRooms(file, wanted, days) {
  const [rooms, parts] = (await output('python3', ['-c', COPY_ROOMS, file, wanted, days].map(String)))
    .trim()
    .split(' ')
    .map(Number);
  return { rooms, parts };
}
