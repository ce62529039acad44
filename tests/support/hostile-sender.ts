import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

// A separate program, so that its work does not delay the test: `node hostile-sender.ts <address>
// <milliseconds> <bearer token of a moderator>` attacks a server. Prints the number of sent bytes, the time,
// and the number of responses by status as JSON.

const [, , url = '', milliseconds = '0', token = ''] = process.argv;
const { hostname, port, host } = new URL(url);
const until = performance.now() + Number(milliseconds);
const isOver = () => performance.now() > until;

const bytesPerSecond = 125_000_000;
const piece = 64 * 1024;
const megabyte = 1024 * 1024;
const started = performance.now();
let bytes = 0;
const statuses: Record<string, number> = {};

/** Waits until the common speed limit of all connections allows more bytes. */
async function pace(more: number): Promise<void> {
  bytes += more;
  while (!isOver() && bytes > ((performance.now() - started) / 1000) * bytesPerSecond) await wait(2);
}

interface Attack {
  path: string;
  type: string;
  headers?: Record<string, string>;
  body: () => Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** The declared length of the body. Absent for a chunked body. */
  length?: number;
}

/** Sends one request and counts the status of its response. If no response arrives, `none` is counted. */
async function send({ path, type, headers = {}, body, length }: Attack): Promise<void> {
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    if (answer.length < 20) answer += chunk;
  });
  const lines = { host, 'content-type': type, ...headers };
  const framing = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${[...head, framing, 'connection: close'].join('\r\n')}\r\n\r\n`);
  for await (const part of body()) {
    if (isOver() || socket.destroyed) break;
    await pace(part.length);
    if (length === undefined) socket.write(`${part.length.toString(16)}\r\n`);
    const isTaken = socket.write(part);
    if (length === undefined) socket.write('\r\n');
    if (!isTaken) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
  }
  if (length === undefined && !socket.destroyed) socket.write('0\r\n\r\n');
  await Promise.race([closed, wait(2000)]);
  socket.destroy();
  const status = /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 'none';
  statuses[status] = (statuses[status] ?? 0) + 1;
}

const multipart = 'multipart/form-data; boundary=b';
const json = 'application/json';
const filler = Buffer.alloc(piece, 'x');
const part = (name: string, value = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
const person =
  `${part('name', 'A')}\r\n${part('email', 'x')}\r\n${part('field', 'F')}\r\n${part('message', 'M')}\r\n` +
  '--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n';
const forms = [
  '/api/internships',
  '/trpc/visitors.internship',
  '/internship',
  '/contact',
  '/api/jobs/1/applications',
];

/**
 * The sender addresses all belong to one customer: always the same IPv4 address, or IPv6 addresses in
 * different networks of one /48.
 */
let networks = 0;
function address(isOneNetwork: boolean): Record<string, string> {
  networks += 1;
  const network = (networks % 65_536).toString(16);
  return { 'x-forwarded-for': isOneNetwork ? '198.51.100.7' : `2001:db8:7:${network}::1` };
}

function* fields(names: (n: number) => string) {
  for (let n = 0; n < 99; n += 1) {
    yield `${part(names(n))}`;
    for (let sent = 0; sent < 4 * megabyte; sent += piece) yield filler;
    yield '\r\n';
  }
  yield '--b--\r\n';
}

function* times(count: number, what: string | Buffer) {
  for (let n = 0; n < count; n += 1) yield what;
}

/**
 * Yields a form with a file. The first 4 MB arrive fast, and the rest arrives as slowly as the server
 * tolerates.
 */
async function* dripped() {
  yield person;
  yield* times(64, filler);
  while (!isOver()) {
    await wait(1000);
    yield filler.subarray(0, 2600);
  }
}

function* invalidForm() {
  yield person;
  yield* times(64, filler);
  yield '\r\n--b--\r\n';
}

const invalidLength = person.length + 64 * piece + '\r\n--b--\r\n'.length;
const nested = `{"json":"${'['.repeat(1000)}"`;
const deepList = '<ul><li>'.repeat(megabyte / 8);

function* deepPost() {
  yield `${part('title', 'T')}\r\n${part('excerpt', 'E')}\r\n${part('category', 'Technology')}\r\n${part('content', deepList)}\r\n--b--\r\n`;
}

const authorization = `Bearer ${token}`;
let turn = 0;
function next<T>(list: readonly T[]): T {
  turn += 1;
  return list[turn % list.length]!;
}

/** The attacks, each with the number of senders that repeat the attack in parallel until the time is over. */
const attacks: [senders: number, make: () => Attack][] = [
  [
    6,
    () => ({
      path: next(forms),
      type: multipart,
      headers: address(next([true, false])),
      body: () => fields((n) => `f${n}`),
    }),
  ],
  [
    4,
    () => ({
      path: next(forms),
      type: multipart,
      headers: address(false),
      body: () => fields(() => 'message'),
    }),
  ],
  [
    4,
    () => ({
      path: next(forms),
      type: multipart,
      headers: address(false),
      body: () => times(20_000, filler),
      length: 20_000 * piece,
    }),
  ],
  [
    60,
    () => ({
      path: '/api/internships',
      type: multipart,
      headers: address(true),
      body: dripped,
      length: 5_000_000,
    }),
  ],
  [
    60,
    () => ({
      path: '/api/internships',
      type: multipart,
      headers: address(false),
      body: dripped,
      length: 5_000_000,
    }),
  ],
  [
    8,
    () => ({
      path: next(forms),
      type: multipart,
      headers: address(next([true, false])),
      body: invalidForm,
      length: invalidLength,
    }),
  ],
  [
    8,
    () => ({
      path: next(['/api/contact', '/trpc/visitors.contact']),
      type: json,
      headers: address(false),
      body: () => times(1, `[${'{},'.repeat(20_000)}{}]`),
      length: 60_004,
    }),
  ],
  [
    4,
    () => ({
      path: next(['/api/contact', '/trpc/jobs.create']),
      type: json,
      headers: address(false),
      body: () => times(16, nested.padEnd(piece)),
      length: 16 * piece,
    }),
  ],
  [
    4,
    () => ({
      path: next(['/api/contact', '/trpc/visitors.quotation']),
      type: json,
      headers: address(false),
      body: () => times(20_000, filler),
    }),
  ],
  [
    4,
    () => ({
      path: '/contact',
      type: 'application/x-www-form-urlencoded',
      headers: address(false),
      body: () => times(1, 'a=1&'.repeat(40_000)),
      length: 160_000,
    }),
  ],
  [
    2,
    () => ({
      path: '/api/admin/blog-posts',
      type: multipart,
      headers: { ...address(true), authorization },
      body: deepPost,
    }),
  ],
];

async function repeat(make: () => Attack): Promise<void> {
  while (!isOver()) {
    await send(make());
    // Pauses, because immediate refusals must not make this program loop at full speed.
    await wait(5);
  }
}

await Promise.all(attacks.flatMap(([senders, make]) => Array.from({ length: senders }, () => repeat(make))));
process.stdout.write(JSON.stringify({ bytes, seconds: (performance.now() - started) / 1000, statuses }));
process.exit(0);
