import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseKind } from './database.ts';
import { serverEnvironment, signInByRest } from './kill-while-writing.ts';
import { randomFrom, seed } from './random.ts';
import type { FillableServer, FullDisk } from './small-disk.ts';
import { compareWritten } from './compare-written.ts';
import { writeContinuously } from './writers.ts';
import { createWriteRecord, type WriteRecord } from './write-record.ts';

/** A server whose disk can be filled, and the record of all writes to the server. */
export interface FullDiskSite {
  disk: FillableServer;
  memory: WriteRecord;
  random: () => number;
  headers: Record<string, string>;
  /**
   * Compares the stored data with the record of all writes, and returns one message per difference. Nothing
   * may write during a comparison, or at any time after a thorough comparison.
   */
  compare(isThorough?: boolean): Promise<string[]>;
}

export interface FullDiskResult {
  refused: number;
  /** The slowest read while the disk was full, in milliseconds. */
  slowestRead: number;
  /** How long writes were refused after space was free again, in milliseconds. */
  refusedFor: number;
  problems: string[];
}

export async function openFullDiskSite(
  { open }: FullDisk,
  { kind, megabytes }: { kind: DatabaseKind; megabytes: number },
): Promise<FullDiskSite> {
  const env = await serverEnvironment(kind);
  const disk = await open(env, megabytes);
  const [memory, random] = [createWriteRecord(), randomFrom(seed)];
  return {
    disk,
    memory,
    random,
    headers: { authorization: `Bearer ${await signInByRest(disk.server)}` },
    compare: async (isThorough = false) => {
      const folder = await disk.copy();
      try {
        return await compareWritten(memory, { ...env, DATA_DIR: folder }, { random, isThorough });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const afterMs = 3000;
const gapMs = 50;
/**
 * Determines how many bytes remain free: a random number up to three quarters of this limit. In about a quarter of the
 * runs, no byte remains free, so not even the log can grow.
 */
const mostLeft = 90_000;
const read = ['/', '/blog', '/api/blog-posts', '/healthz', '/api/admin/jobs?per_page=1', '/api/admin/user'];

export async function fillDiskWhileWriting(
  site: FullDiskSite,
  milliseconds: number,
): Promise<FullDiskResult> {
  const { disk, memory, random, headers } = site;
  const { server } = disk;
  const squeeze: FullDiskResult = { refused: 0, slowestRead: 0, refusedFor: 0, problems: [] };
  const refusedBefore = memory.refusals.length;
  let isOver = false;
  const place = { url: server.url, headers };
  const writing = writeContinuously({ place, memory, writers: 8, random, until: () => isOver, goesOn: true });
  await wait(300 + random() * 500);
  await disk.leave(Math.floor(Math.max(0, random() * mostLeft - mostLeft / 4)));
  const until = performance.now() + milliseconds;
  for (let number = 0; performance.now() < until; number += 1) {
    const path = read[number % read.length]!;
    const started = performance.now();
    const answer = await fetch(server.url + path, {
      headers: path.startsWith('/api/admin') ? headers : {},
      signal: AbortSignal.timeout(30_000),
    }).catch((error: Error) => new Response(error.message, { status: 599 }));
    const text = await answer.text();
    squeeze.slowestRead = Math.max(squeeze.slowestRead, performance.now() - started);
    if (answer.status !== 200) squeeze.problems.push(`${path} answers ${answer.status} ${text}`);
    await wait(gapMs);
  }
  await disk.free();
  const [freed, acknowledged] = [performance.now(), memory.acknowledged];
  await wait(afterMs);
  isOver = true;
  await writing;
  const refusals = memory.refusals.slice(refusedBefore);
  squeeze.refused = refusals.length;
  squeeze.refusedFor = Math.max(0, ...refusals.map(({ at }) => at - freed));
  if (refusals.length === 0) squeeze.problems.push('nothing was refused');
  if (memory.acknowledged === acknowledged) squeeze.problems.push('nothing is stored again');
  const { exitCode, signalCode } = server.process;
  if (exitCode !== null || signalCode !== null) squeeze.problems.push('the server has ended');
  return squeeze;
}
