import { admin } from '../support/running-server.ts';
import type { Load } from './load.ts';
import { type Helpers, medianOf } from './processes.ts';
import { threadMsOf } from './processor.ts';
import type { Figure } from './reads.ts';
import type { BenchServer } from './server.ts';

const visits = { method: 'GET', path: '/blog', headers: {}, connections: 2, perSecond: 100 };
const triesPerSecond = 1200;
const triers = 200;

interface Flood {
  name: string;
  share: 'p95' | 'p99';
  aim: number;
  rounds: number;
  milliseconds: number;
  load: Omit<Load, 'port' | 'milliseconds'>;
}

const signIn = (account: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path: '/api/admin/login',
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(account)).toString('base64'),
});
const wrong = { email: 'nobody{number}@example.com', password: 'a walk by the river' };
const flooding = { connections: triers, perSecond: triesPerSecond };

const floods: Flood[] = [
  {
    name: 'p99 of public pages while 50 sign in at once',
    share: 'p99',
    aim: 2,
    rounds: 5,
    milliseconds: 3000,
    load: { ...signIn(admin), connections: 50 },
  },
  {
    name: `p95 of public pages, ${triesPerSecond} wrong sign-ins a second from as many addresses`,
    share: 'p95',
    aim: 3,
    rounds: 3,
    milliseconds: 20_000,
    load: { ...signIn(wrong, { 'x-forwarded-for': '{address}' }), ...flooding },
  },
  {
    name: 'the same from one address',
    share: 'p95',
    aim: 3,
    rounds: 3,
    milliseconds: 20_000,
    load: { ...signIn(wrong, { 'x-forwarded-for': '203.0.113.7' }), ...flooding },
  },
];

/**
 * Compares the response times of public pages during a flood of sign-ins with those without the flood. The
 * server must trust one proxy, because the addresses of a flood are in `x-forwarded-for`.
 */
export async function measureFloods(server: BenchServer, helpers: Helpers): Promise<Figure[]> {
  await helpers.load({ ...visits, port: server.port, milliseconds: 1000 });
  const figures: Figure[] = [];
  for (const flood of floods) figures.push(await measure(server, helpers, flood));
  return figures;
}

async function measure({ port, process }: BenchServer, helpers: Helpers, flood: Flood): Promise<Figure> {
  const { name, share, aim, rounds, milliseconds } = flood;
  const pid = process.pid ?? 0;
  const pairs: [alone: number, meanwhile: number][] = [];
  const statuses: Record<string, number> = {};
  let spentMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const pages = { ...visits, port, milliseconds };
    const before = threadMsOf(pid);
    const alone = await helpers.load(pages);
    const between = threadMsOf(pid);
    const [meanwhile, tries] = await helpers.beside(pages, {
      ...flood.load,
      port,
      milliseconds: milliseconds + 200,
    });
    spentMs += threadMsOf(pid) - between - (between - before);
    pairs.push([alone[share], meanwhile[share]]);
    for (const [status, count] of Object.entries(tries.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  }
  const [alone, during] = [0, 1].map((at) => medianOf(pairs.map((pair) => pair[at]!)).toFixed(1));
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return {
    name,
    value: medianOf(pairs.map(([before, meanwhile]) => meanwhile / before)),
    aim: { atMost: aim },
    unit: '×',
    note: `${during} ms, alone ${alone} ms; ${counts.join(', ')}; ${Math.round((1000 * spentMs) / all)} µs of the main thread for one`,
  };
}
