import { medianOf, type Helpers } from './processes.ts';
import { processorMsOf } from './processor.ts';
import type { Figure } from './reads.ts';
import { type BenchServer, makeDataDir, removeDataDir, startBenchServer } from './server.ts';

const rounds = 15;
const roundMs = 1000;
const warmMs = 1000;
const connections = 8;

interface Read {
  name: string;
  path: string;
  isSignedIn?: boolean;
}

const reads: Read[] = [
  { name: 'public list', path: '/api/blog-posts?page=1&per_page=12&search={blanks}' },
  { name: 'public page, not cached', path: '/blog?search={blanks}' },
  { name: 'home page', path: '/' },
  { name: 'admin list', path: '/api/admin/blog-posts?page=1&per_page=12', isSignedIn: true },
];

/**
 * Compares the processor time of a request on a site in one language with that of an earlier version of the program,
 * whose folder is `before`, and with that of a site in three languages. The servers run in turns.
 */
export async function measureLanguages(helpers: Helpers, before: string | undefined): Promise<Figure[]> {
  const start = async (folder?: string) => {
    const dataDir = await makeDataDir();
    // The first start fills the database.
    await (await startBenchServer(dataDir, false, {}, folder)).end();
    return startBenchServer(dataDir, true, {}, folder);
  };
  const servers = [await start(before), await start(), await start()];
  await translateAll(servers[2]!);
  const figures: Figure[] = [];
  for (const read of reads) figures.push(...(await compare(helpers, servers, read)));
  for (const server of servers) {
    await server.end();
    await removeDataDir(server.dataDir);
  }
  return figures;
}

async function compare(helpers: Helpers, servers: BenchServer[], read: Read): Promise<Figure[]> {
  const run = async ({ port, process, token }: BenchServer, milliseconds: number) => {
    const headers: Record<string, string> = read.isSignedIn ? { authorization: `Bearer ${token}` } : {};
    const load = { port, method: 'GET', path: read.path, headers, connections, milliseconds };
    const spent = processorMsOf(process.pid ?? 0);
    const { statuses } = await helpers.load(load);
    if (Object.keys(statuses).join() !== '200') throw new Error(`${read.path}: ${JSON.stringify(statuses)}`);
    return (1000 * (processorMsOf(process.pid ?? 0) - spent)) / statuses[200]!;
  };
  for (const server of servers) await run(server, warmMs);
  const spent: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const each: number[] = [];
    for (const server of servers) each.push(await run(server, roundMs));
    spent.push(each);
  }
  const figureOf = (name: string, at: number, atMost: number): Figure => {
    const ratio = medianOf(spent.map((each) => each[at]! / each[0]!));
    const [first, own] = [0, at].map((index) => Math.round(medianOf(spent.map((each) => each[index]!))));
    return {
      name: `${read.name}, ${name}`,
      value: ratio,
      aim: { atMost },
      note: `${own} µs, before ${first} µs`,
    };
  };
  return [figureOf('one language', 1, 1.05), figureOf('three languages', 2, 1.1)];
}

/** Puts the site into three languages, and translates its posts into both others. */
async function translateAll({ url, token }: BenchServer): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  await send('PUT', '/settings/region', { value: { further_languages: ['de', 'fr'] } });
  const { posts } = await send('GET', '/blog-posts?per_page=100');
  for (const { id } of posts)
    for (const lang of ['de', 'fr']) {
      const translation = await send('POST', `/blog-posts/${id}/translations`, { lang });
      await send('PATCH', `/blog-posts/${translation.id}`, { is_published: true });
    }
}
