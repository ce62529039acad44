import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

const manners = {
  'says nothing': { first: '', drop: '', reads: true },
  'sends its headers byte by byte': {
    first: 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    drop: 'x',
    reads: true,
  },
  'asks once and stays': { first: 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n', drop: '', reads: true },
  'sends its body byte by byte': {
    first:
      'POST /api/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{',
    drop: ' ',
    reads: true,
  },
  'never reads the answers': { first: '', drop: '', reads: false },
} as const;
export type SlowClientKind = keyof typeof manners;

const dropEveryMs = 10_000;
/**
 * The number of large responses that a client does not read. Together, the responses have more bytes than the
 * system's buffers can hold.
 */
const unreadAnswers = 100;

export interface SlowClients {
  /** For each kind of client, the milliseconds until each connection was closed. */
  closedAfter: Record<SlowClientKind, number[]>;
  open(): Promise<number>;
  end(): void;
}

/**
 * Returns the client ports of the open connections to a server's port. Reads them from the system, because a client
 * that does not read never notices the end of its connection.
 */
async function connectedTo(port: number): Promise<Set<number>> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  const ends = lines.map((line) => line.trim().split(/\s+/).slice(1, 4));
  const portOf = (end = '') => Number.parseInt(end.split(':')[1] ?? '', 16);
  const established = '01';
  return new Set(
    ends.flatMap(([own, other, state]) =>
      portOf(own) === port && state === established ? [portOf(other)] : [],
    ),
  );
}

/**
 * For each kind of client, opens the number of connections that `each` contains. `largePath` is the path of a large
 * response.
 */
export function openSlowClients(
  port: number,
  each: Record<SlowClientKind, number>,
  largePath: string,
): SlowClients {
  const sockets = new Set<Socket>();
  const closedAfter = Object.fromEntries(
    Object.keys(manners).map((manner) => [manner, []]),
  ) as unknown as SlowClients['closedAfter'];
  const open = new Map<number, { manner: SlowClientKind; started: number }>();
  const timers: NodeJS.Timeout[] = [];
  for (const [manner, { first, drop, reads }] of Object.entries(manners)) {
    for (let number = 0; number < each[manner as SlowClientKind]; number += 1) {
      const socket = connect(port, '127.0.0.1');
      const started = performance.now();
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('connect', () => {
        open.set(socket.localPort ?? 0, { manner: manner as SlowClientKind, started });
      });
      if (reads) socket.resume();
      else socket.pause();
      const large = `GET ${largePath} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
      socket.once('connect', () => socket.write(reads ? first : large.repeat(unreadAnswers)));
      if (drop) timers.push(setInterval(() => socket.writable && socket.write(drop), dropEveryMs));
    }
  }
  return {
    closedAfter,
    open: async () => {
      const left = await connectedTo(port);
      for (const [own, { manner, started }] of open) {
        if (left.has(own)) continue;
        open.delete(own);
        closedAfter[manner].push(performance.now() - started);
      }
      return open.size;
    },
    end: () => {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
