import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { entities } from '../../src/entities.ts';
import { startPostgresql } from '../support/postgresql.ts';
import { nodeFlags } from '../support/start-command.ts';
import { processorMs } from './processor.ts';
import { fillTo, rowsBetween } from './size-data.ts';
import { type Measure, createMeasures } from './size-measures.ts';
import type { Reading } from './size-reader.ts';
import { printSizes, writeSizes } from './size-report.ts';
import { openPostgresqlWriter, openSqliteWriter, type Writer } from './size-writer.ts';

const bytesARow = 8000;
const smallest = 100;

/** The results for one database with one number of rows. */
export interface SizeResult {
  kind: Database['kind'];
  rows: number;
  /**
   * The costs by measure, in milliseconds. `p95` is the 95th percentile of the duration of a call, and
   * `processor` is the mean CPU time of a call.
   */
  costs: Map<string, { p95: number; processor: number }>;
  /** The memory of a process that only reads, in megabytes. */
  memory: number;
}

/**
 * Measures lists, searches, counts and the dashboard with 100 messages, then with ten times as many in each
 * step up to `rows`. Writes the results into `docs/records/bench.md`. With `only`, measures one database and
 * only prints the results.
 * @throws {Error} when the disk has too little space
 */
export async function measureAtSizes(rows: number, only?: string): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < rows * bytesARow) {
    throw new Error(`${rows} rows need ${(rows * bytesARow) / 1e9} GB in ${tmpdir()}`);
  }
  const steps = [];
  for (let step = smallest; step < rows; step *= 10) steps.push(step);
  const all = [...steps, rows];
  if (only === 'sqlite') return printSizes(await onSqlite(all));
  if (only === 'postgresql') return printSizes(await onPostgresql(all));
  const sizes = [...(await onSqlite(all)), ...(await onPostgresql(all))];
  await writeSizes(sizes);
}

async function onSqlite(steps: number[]): Promise<SizeResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  try {
    const database = await openDatabase({ entities, migrations, url: undefined, dataDir });
    const file = join(dataDir, 'atrium.sqlite');
    return await grow(database, steps, { url: undefined, dataDir }, async () => openSqliteWriter(file));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function onPostgresql(steps: number[]): Promise<SizeResult[]> {
  const server = await startPostgresql();
  try {
    const url = await server.createDatabase('bench');
    const where = { url, dataDir: tmpdir() };
    const database = await openDatabase({ entities, migrations, ...where });
    return await grow(database, steps, where, () => openPostgresqlWriter(database, url));
  } finally {
    await server.stop();
  }
}

async function grow(
  database: Database,
  steps: number[],
  where: Omit<Reading, 'rows'>,
  open: () => Promise<Writer>,
): Promise<SizeResult[]> {
  const sizes: SizeResult[] = [];
  try {
    await migrate(database);
    let from = 0;
    for (const rows of steps) {
      await fill(database, { from, to: rows }, open);
      from = rows;
      const costs: SizeResult['costs'] = new Map();
      for (const measure of createMeasures(database, rows)) {
        const cost = await take(database, measure);
        costs.set(measure.name, cost);
        const shown = `${cost.p95.toFixed(1)} / ${cost.processor.toFixed(1)}`;
        console.log(`${database.kind} ${rows} ${measure.name.padEnd(60)} ${shown}`);
      }
      sizes.push({ kind: database.kind, rows, costs, memory: await memoryOfReader({ ...where, rows }) });
    }
  } finally {
    await database.close();
  }
  return sizes;
}

/**
 * Returns the memory of a new process that only reads. The memory of this process is larger, because it has
 * also created the rows.
 */
async function memoryOfReader(reading: Reading): Promise<number> {
  const child = fork(resolve('tests/bench/size-reader.ts'), { execArgv: nodeFlags });
  child.send(reading);
  const [memory] = (await once(child, 'message')) as [number];
  return memory;
}

async function take(database: Database, { samples, run }: Measure) {
  // Three calls that are not measured fill the caches that later calls use.
  for (let call = 0; call < 3; call += 1) {
    try {
      await run();
    } catch (error) {
      // On a busy machine, the slowest calls exceed the time limits of the server.
      console.log(error instanceof Error ? error.message : error);
      return { p95: Number.NaN, processor: Number.NaN };
    }
  }
  const others = await backendsOf(database);
  const before = processorMs(others);
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const started = performance.now();
    const itself = await run();
    took.push(itself ?? performance.now() - started);
  }
  const p95 = took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] ?? 0;
  return { p95, processor: (processorMs(others) - before) / samples };
}

/** Returns the ids of the PostgreSQL processes, or an empty array with SQLite. */
async function backendsOf({ kind, fork }: Database): Promise<number[]> {
  if (kind === 'sqlite') return [];
  const rows = await fork().getConnection().execute<{ pid: number }[]>('select pid from pg_stat_activity');
  return rows.map(({ pid }) => pid);
}

async function fill(
  { kind }: Database,
  { from, to }: { from: number; to: number },
  open: () => Promise<Writer>,
): Promise<void> {
  const bar = new SingleBar({
    format: `${kind} to ${to} rows {bar} {percentage}% {value}/{total} ETA {eta_formatted}`,
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  bar.start(rowsBetween(from, to), 0);
  const writer = await open();
  await fillTo(writer, { from, to }, (rows) => bar.increment(rows));
  await writer.close();
  bar.stop();
}
