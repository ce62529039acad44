import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { buildFormData } from '../support/callers.ts';
import { admin } from '../support/running-server.ts';
import { type Helpers, loadInTurns, medianOf } from './processes.ts';
import type { Figure } from './reads.ts';
import type { BenchServer } from './server.ts';

const rounds = 5;
const roundMs = 1500;

/**
 * Creates posts on eight connections. Compares the number per second with that of a plain server that stores
 * the same two rows.
 */
export async function measureCreates(server: BenchServer, helpers: Helpers): Promise<Figure> {
  const fields = {
    title: 'A measured post',
    excerpt: 'It says nothing.',
    category: 'Technology',
    is_published: '0',
    content: `<p>${'Words that fill a post. '.repeat(60)}</p>`,
    tags: '["measure"]',
  };
  const sent = new Response(buildFormData(fields));
  const body = Buffer.from(await sent.arrayBuffer()).toString('base64');
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': sent.headers.get('content-type') ?? '',
  };
  const load = { method: 'POST', path: '/api/admin/blog-posts', headers, body, connections: 8 };
  await helpers.load({ ...load, port: server.port, milliseconds: 300 });

  // The plain server gets a copy of the database, so that it has the same indexes and sizes.
  const file = join(server.dataDir, 'bare.sqlite');
  const ours = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { readonly: true });
  await ours.backup(file);
  const rows = ['posts', 'activities'].map((table) => {
    const row = ours.prepare(`select * from ${table} order by id desc limit 1`).get();
    const { id: _, ...columns } = row as Record<string, string | number | null>;
    return { table, row: columns };
  });
  ours.close();
  return helpers.withBare({ kind: 'store', file, rows }, async (port) => {
    const pairs = await loadInTurns(
      helpers,
      { ...load, milliseconds: roundMs },
      [port, server.port],
      rounds,
      '201',
    );
    const [bare, own] = [0, 1].map((at) => Math.round(medianOf(pairs.map((pair) => pair[at]!))));
    return {
      name: 'create a post, 8 at once',
      value: medianOf(pairs.map(([theirs, mine]) => mine! / theirs!)),
      aim: { atLeast: 0.6 },
      note: `${own} of ${bare} a second; bare: node:http and better-sqlite3, the same two rows, WAL, synchronous = full`,
    };
  });
}

/**
 * Signs in on four connections. Compares the number per second with that of a plain server that only verifies
 * the password. Also measures how much the sign-ins slow down public pages.
 */
export async function measureSignIns(server: BenchServer, helpers: Helpers): Promise<Figure[]> {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { readonly: true });
  const { hash } = database
    .prepare('select password_hash as hash from users where email = ?')
    .get(admin.email) as { hash: string };
  database.close();
  const body = Buffer.from(JSON.stringify(admin)).toString('base64');
  const headers = { 'content-type': 'application/json' };
  const load = {
    method: 'POST',
    path: '/api/admin/login',
    headers,
    body,
    connections: 4,
    milliseconds: roundMs,
  };
  const work = { kind: 'verify', hash, password: admin.password } as const;
  const signIns = await helpers.withBare(work, async (port): Promise<Figure> => {
    const pairs = await loadInTurns(helpers, load, [port, server.port], rounds, '200');
    const [bare, own] = [0, 1].map((at) => Math.round(medianOf(pairs.map((pair) => pair[at]!))));
    const value = medianOf(pairs.map(([theirs, mine]) => mine! / theirs!));
    return { name: 'sign-in, 4 at once', value, aim: { atLeast: 0.8 }, note: `${own} of ${bare} a second` };
  });
  const p99s: [alone: number, meanwhile: number][] = [];
  const pages = {
    port: server.port,
    method: 'GET',
    path: '/blog',
    headers: {},
    connections: 2,
    perSecond: 100,
  };
  for (let round = 0; round < rounds; round += 1) {
    const alone = await helpers.load({ ...pages, milliseconds: roundMs });
    const [meanwhile] = await helpers.beside(
      { ...pages, milliseconds: roundMs },
      { ...load, port: server.port, milliseconds: roundMs + 200 },
    );
    p99s.push([alone.p99, meanwhile.p99]);
  }
  const [alone, meanwhile] = [0, 1].map((at) => medianOf(p99s.map((pair) => pair[at]!)).toFixed(1));
  return [
    signIns,
    {
      name: 'p99 of public pages meanwhile',
      value: medianOf(p99s.map(([before, during]) => during / before)),
      aim: { atMost: 2 },
      unit: '×',
      note: `${meanwhile} ms, alone ${alone} ms, 100 a second`,
    },
  ];
}
