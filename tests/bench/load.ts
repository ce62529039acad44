import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

// This process sends the requests of a load. It does not parse the responses, so that it takes less CPU time
// than the measured server.

export interface Load {
  port: number;
  method: string;
  /** Every `{blanks}` is replaced with different spaces and tabs, so that no URL occurs twice. */
  path: string;
  /** Every `{address}` is replaced with a different network address. */
  headers: Record<string, string>;
  /**
   * The body in base64. Every `{number}` in the decoded body is replaced with a different number of eight
   * digits.
   */
  body?: string | undefined;
  connections: number;
  milliseconds: number;
  /** The maximum number of requests per second on all connections together. */
  perSecond?: number | undefined;
}

export interface Outcome {
  perSecond: number;
  /** The percentiles of the response times, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
}

process.on('message', async (load: Load) => process.send?.(await run(load)));

async function run(load: Load): Promise<Outcome> {
  const request = requestMaker(load);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const until = started + load.milliseconds;
  const note = (milliseconds: number, status: string) => {
    times.push(milliseconds);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const gapMs = load.perSecond ? (1000 * load.connections) / load.perSecond : 0;
  await Promise.all(
    Array.from({ length: load.connections }, async (_, index) => {
      // Without these different starts, all connections would send their requests at the same moments.
      await wait((gapMs * index) / load.connections);
      await ask(load.port, request, until, gapMs, note);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), statuses };
}

const marker = /\{(blanks|address|number)\}/g;

function requestMaker({ method, path, headers, body = '' }: Load): () => Buffer {
  const text = Buffer.from(body, 'base64');
  const parts = [path, ...Object.values(headers), text.toString('latin1')];
  const varies = parts.some((part) => part.search(marker) >= 0);
  const make = () => {
    asked += 1;
    const sent = varies ? fill(text.toString('latin1')) : text;
    const length = body === '' ? {} : { 'content-length': String(sent.length) };
    const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return Buffer.concat([fill(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`), sent]);
  };
  const request = make();
  return varies ? make : () => request;
}

let asked = 0;

const fillings = {
  /** The number of the request in binary digits. Spaces and tabs are the digits. */
  blanks: () => [...asked.toString(2).padStart(24, '0')].map((bit) => (bit === '1' ? '%09' : '%20')).join(''),
  address: () => `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
  number: () => String(asked).padStart(8, '0'),
};

function fill(text: string): Buffer {
  return Buffer.from(
    text.replace(marker, (_, name: keyof typeof fillings) => fillings[name]()),
    'latin1',
  );
}

/**
 * Sends requests on one connection until the time is over. Each request waits for the whole previous
 * response.
 */
function ask(
  port: number,
  request: () => Buffer,
  until: number,
  gapMs: number,
  note: (milliseconds: number, status: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let sentAt = 0;
    let left = 0;
    let head = '';
    let tail = '';
    let status = '';
    const send = () => {
      sentAt = performance.now();
      left = -1;
      head = '';
      tail = '';
      socket.write(request());
    };
    const finish = () => {
      const now = performance.now();
      note(now - sentAt, status);
      if (now >= until) socket.end();
      else if (gapMs > now - sentAt) setTimeout(send, gapMs - (now - sentAt));
      else send();
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (left >= 0) left -= chunk.length;
      else {
        const end = chunk.indexOf('\r\n\r\n');
        head += chunk.toString('latin1', 0, end === -1 ? chunk.length : end);
        if (end === -1) return;
        status = head.slice(9, 12);
        left = lengthOf(head, status) - (chunk.length - end - 4);
      }
      // A chunked response ends with an empty chunk.
      if (left === Number.POSITIVE_INFINITY) {
        tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
        if (tail === lastChunk) left = 0;
      }
      if (left <= 0) finish();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

const lastChunk = '\r\n0\r\n\r\n';

function lengthOf(head: string, status: string): number {
  if (status === '304') return 0;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return Number(length);
}
