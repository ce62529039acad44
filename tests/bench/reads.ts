import { type Helpers, medianOf } from './processes.ts';
import { processorMsOf } from './processor.ts';
import type { BenchServer } from './server.ts';

/** A measured value: one row of the table in `docs/records/bench.md`. */
export interface Figure {
  name: string;
  value: number;
  /** The minimum or maximum that the value should reach. */
  aim: { atLeast?: number; atMost?: number };
  unit?: string;
  note?: string;
}

const rounds = 5;
const roundMs = 1000;
const warmMs = 300;
const connections = 8;

interface Read {
  name: string;
  path: string;
  /**
   * The minimum ratio to the requests per second of the plain server, or the maximum CPU time of a request in
   * microseconds.
   */
  aim: { atLeast: number } | { atMostMicroseconds: number };
  isKnown?: boolean;
  isSignedIn?: boolean;
}

const input = encodeURIComponent(JSON.stringify({ page: 1, per_page: 12 }));

const reads: Read[] = [
  { name: 'public list of 12', path: '/api/blog-posts?page=1&per_page=12', aim: { atLeast: 0.55 } },
  {
    name: 'public list of 12, 304',
    path: '/api/blog-posts?page=1&per_page=12',
    aim: { atMostMicroseconds: 25 },
    isKnown: true,
  },
  { name: 'public post', path: '/api/blog-posts/1', aim: { atLeast: 0.55 } },
  { name: 'public page, kept', path: '/blog', aim: { atLeast: 0.55 } },
  { name: 'public page, not cached', path: '/blog?search={blanks}', aim: { atLeast: 0.05 } },
  {
    name: 'admin list of 12, REST',
    path: '/api/admin/blog-posts?page=1&per_page=12',
    aim: { atLeast: 0.1 },
    isSignedIn: true,
  },
  {
    name: 'admin list of 12, tRPC',
    path: `/trpc/blog.list?input=${input}`,
    aim: { atLeast: 0.07 },
    isSignedIn: true,
  },
];

/**
 * Measures read requests. Compares the requests per second with those of a plain `node:http` server that
 * sends the same bytes. The two servers run in turns.
 */
export async function measureReads(server: BenchServer, helpers: Helpers): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const read of reads) figures.push(await measure(server, helpers, read));
  return figures;
}

async function measure(server: BenchServer, helpers: Helpers, read: Read): Promise<Figure> {
  const { name, path, aim, isKnown, isSignedIn } = read;
  const asked: Record<string, string> = isSignedIn ? { authorization: `Bearer ${server.token}` } : {};
  const url = server.url + path.replace('{blanks}', '');
  const answer = await fetch(url, { headers: { ...asked, 'accept-encoding': 'identity' } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(answer.headers);
  if (isKnown) {
    asked['if-none-match'] = headers.etag ?? '';
    delete headers['content-length'];
    delete headers['content-type'];
  }
  const status = isKnown ? 304 : 200;
  const work = { kind: 'answer', status, headers, body: body.toString('base64') } as const;
  return helpers.withBare(work, async (barePort, barePid) => {
    const servers = [
      { port: barePort, pid: barePid },
      { port: server.port, pid: server.process.pid ?? 0 },
    ];
    const run = async ({ port, pid }: { port: number; pid: number }, milliseconds: number) => {
      const load = { port, method: 'GET', path, headers: asked, connections, milliseconds };
      const before = processorMsOf(pid);
      const outcome = await helpers.load(load);
      const spentMs = processorMsOf(pid) - before;
      if (Object.keys(outcome.statuses).join() !== String(status))
        throw new Error(`${path}: ${JSON.stringify(outcome.statuses)}`);
      const answers = outcome.statuses[status] ?? 1;
      return { perSecond: outcome.perSecond, spent: (1000 * spentMs) / answers };
    };
    const pairs: Awaited<ReturnType<typeof run>>[][] = [];
    for (const each of servers) await run(each, warmMs);
    for (let round = 0; round < rounds; round += 1) {
      const pair: (typeof pairs)[number] = [];
      for (const each of servers) pair.push(await run(each, roundMs));
      pairs.push(pair);
    }
    const middle = (index: number, what: 'perSecond' | 'spent') =>
      Math.round(medianOf(pairs.map((pair) => pair[index]![what])));
    const value = medianOf(pairs.map(([theirs, own]) => own!.perSecond / theirs!.perSecond));
    const spent = middle(1, 'spent');
    const note = [
      `${middle(1, 'perSecond')} of ${middle(0, 'perSecond')} a second`,
      `${body.length} bytes`,
      `${spent} µs of a processor, bare ${middle(0, 'spent')} µs`,
    ].join('; ');
    if ('atLeast' in aim) return { name, value, aim, note };
    const ratio = `${value.toFixed(2)} of the bare one; ${note}`;
    return { name, value: spent, aim: { atMost: aim.atMostMicroseconds }, unit: 'µs', note: ratio };
  });
}
