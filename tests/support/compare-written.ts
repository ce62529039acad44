import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { readSettings } from '../../src/config/env.ts';
import { findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { type AppServices, openServices } from '../../src/services.ts';
import { sweepTwice } from './sweeps.ts';
import {
  type Content,
  type WriteRecord,
  type RecordKind,
  recordKinds,
  type WrittenRow,
} from './write-record.ts';

interface Row {
  id: number;
  name: string;
  text: string;
  picture: string | null;
  version: number;
}

/**
 * Compares the stored data with the record of all writes, and returns one message per difference. If a write got no
 * response, its row shows whether the write was stored. Marks some of the creates without a response, so that they are
 * sent again. Nothing may write during the comparison.
 */
export async function compareWritten(
  memory: WriteRecord,
  env: Record<string, string>,
  { random, isThorough }: { random: () => number; isThorough: boolean },
): Promise<string[]> {
  const site = await openServices(readSettings({ ...env, SEED: 'none' }));
  try {
    return [
      ...(await integrityOf(site)),
      ...(await compareRecords(memory, site, random)),
      ...(await compareMessages(memory, site)),
      ...(await compareFiles(memory, site, isThorough)),
      ...memory.surprises.splice(0),
    ];
  } finally {
    await site.database.close();
  }
}

async function integrityOf({ database }: AppServices): Promise<string[]> {
  if (database.kind === 'postgresql') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.read);
  const said = rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok');
  return said.map((line) => `integrity: ${line}`);
}

async function compareRecords(
  memory: WriteRecord,
  site: AppServices,
  random: () => number,
): Promise<string[]> {
  const problems: string[] = [];
  const entries = await readEntries(site);
  const thrown = await readThrown(site);
  for (const kind of Object.keys(recordKinds) as RecordKind[]) {
    const { module } = recordKinds[kind];
    const rows = await readRows(site, kind);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byName = Map.groupBy(rows, ({ name }) => name);
    const known = new Set<number>();
    for (const record of memory.records.filter((one) => one.kind === kind)) {
      const twins = byName.get(record.first.name) ?? [];
      if (twins.length > 1) problems.push(`${record.first.name} is stored ${twins.length} times`);
      const row = record.id === undefined ? twins[0] : byId.get(record.id);
      settle(record, row, random);
      if (row) known.add(row.id);
      problems.push(...check(record, row));
      if (record.id === undefined) continue;
      for (const [act, times] of Object.entries(record.entries)) {
        const told = entries.get(`${module} ${act} ${record.id}`) ?? 0;
        if (told !== times) problems.push(`${nameOf(record)}: ${told} entries of ${times} (${act})`);
      }
      const inTrash = thrown.has(`${module} ${record.id}`);
      if (inTrash !== !record.content)
        problems.push(`${nameOf(record)}: ${inTrash ? 'in' : 'not in'} the trash`);
    }
    for (const { id, name } of rows)
      if (!known.has(id)) problems.push(`nobody knows of ${kind} ${id}, ${name}`);
  }
  const times = memory.records
    .flatMap(({ entries: own }) => Object.values(own))
    .reduce((sum, one) => sum + one, 0);
  const told = [...entries.values()].reduce((sum, one) => sum + one, 0);
  if (told !== times) problems.push(`${told} entries for ${times} changes`);
  return problems;
}

/**
 * Finds out from the row whether a write without a response was stored, and updates the record of the row accordingly.
 */
function settle(record: WrittenRow, row: Row | undefined, random: () => number): void {
  const { pending } = record;
  if (!pending) return;
  delete record.pending;
  const { act, content } = pending;
  const isDone = act === 'update' ? row?.text === content?.text : Boolean(row) === (act === 'create');
  if (act === 'create') record.shallRepeat = random() < 0.5;
  if (!isDone) return;
  if (act === 'create' && row) record.id = row.id;
  // The writer got no response, so it has not received the path of the picture.
  record.content = content && { ...content, picture: content.picture ?? row?.picture ?? null };
  record.entries[act] += 1;
}

function check(record: WrittenRow, row: Row | undefined): string[] {
  const { content, entries } = record;
  if (!content || !row) return content || row ? [`${nameOf(record)} is ${row ? 'still there' : 'gone'}`] : [];
  const stored: Content = { name: row.name, text: row.text, picture: row.picture };
  const wanted = { ...content };
  const isSame = JSON.stringify(stored) === JSON.stringify(wanted);
  return [
    ...(isSame ? [] : [`${nameOf(record)}: ${JSON.stringify(stored)}, not ${JSON.stringify(wanted)}`]),
    ...(row.version === entries.update + 1
      ? []
      : [`${nameOf(record)}: version ${row.version} after ${entries.update} updates`]),
  ];
}

const nameOf = ({ kind, id, first }: WrittenRow) => `${kind} ${id ?? first.name}`;

type AnyTables = Record<string, Record<string, unknown>>;

async function readRows({ database }: AppServices, kind: RecordKind): Promise<Row[]> {
  const { table, name, text, picture } = recordKinds[kind];
  const shown = picture ? sql.ref(picture) : sql`null`;
  const { rows } = await sql<Row>`select id, ${sql.ref(name)} as name, ${sql.ref(text)} as text,
    ${shown} as picture, version from ${sql.table(table)}`.execute(database.read);
  return rows;
}

/**
 * Returns the number of confirmed log entries by module, type and row, and the number of all unconfirmed
 * entries.
 */
async function readEntries({ database }: AppServices): Promise<Map<string, number>> {
  const rows = await database.read
    .withTables<AnyTables>()
    .selectFrom('activities')
    .select(['module', 'type', 'item_id', 'is_verified'])
    .execute();
  const counts = new Map<string, number>();
  for (const { module, type, item_id, is_verified } of rows) {
    const key = is_verified ? `${module} ${type} ${item_id}` : 'not confirmed';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

async function readThrown({ database }: AppServices): Promise<Set<string>> {
  const tables = database.read.withTables<AnyTables>();
  const rows = await tables.selectFrom('trash_items').select(['module', 'item_id']).execute();
  return new Set(rows.map(({ module, item_id }) => `${module} ${item_id}`));
}

async function compareMessages(memory: WriteRecord, site: AppServices): Promise<string[]> {
  const tables = site.database.read.withTables<AnyTables>();
  const rows = await tables.selectFrom('messages').select(['subject', 'attachment_key']).execute();
  const bySubject = Map.groupBy(rows, ({ subject }) =>
    String(subject).replace('Internship application: ', ''),
  );
  const problems: string[] = [];
  for (const sent of memory.messages) {
    const stored = bySubject.get(sent.subject) ?? [];
    bySubject.delete(sent.subject);
    const isThere = stored.length === 1;
    sent.isStored ||= isThere;
    if (stored.length > 1) problems.push(`message ${sent.subject} is stored ${stored.length} times`);
    if ((sent.isAcknowledged || sent.isStored) && !isThere) problems.push(`message ${sent.subject} is gone`);
    const key = stored[0]?.attachment_key;
    if (!isThere || !sent.hasFile) continue;
    const file = typeof key === 'string' && (await site.privateFiles.read(key));
    if (!file) problems.push(`message ${sent.subject} has lost its file`);
  }
  for (const subject of bySubject.keys()) problems.push(`nobody knows of message ${subject}`);
  return problems;
}

const seen = new WeakMap<WriteRecord, Set<string>>();

/**
 * Checks that every picture of a row exists, matches the hash in its name, and can be decoded. The content of
 * a picture is checked only once, and again in a thorough comparison. A thorough comparison also sweeps the
 * files, and finds files without a row.
 */
async function compareFiles(memory: WriteRecord, site: AppServices, isThorough: boolean): Promise<string[]> {
  const { database, pictures, storage } = site;
  const work = { em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures };
  const future = new Date(Date.now() + 60_000);
  const problems: string[] = [];
  const { rowsWithoutFile } = await findFileDisagreements(work, future);
  for (const { path } of rowsWithoutFile) problems.push(`${path} is not there`);
  const looked = seen.get(memory) ?? new Set();
  seen.set(memory, looked);
  for (const path of memory.records.flatMap(({ content }) => content?.picture ?? [])) {
    if (looked.has(path) && !isThorough) continue;
    looked.add(path);
    const file = await storage.read(path.replace('uploads/', ''));
    if (!file) continue;
    const bytes = await bytesOf(file.open());
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (!path.includes(hash.slice(0, 32))) problems.push(`${path} has other bytes than its name tells`);
    const decoded = await sharp(bytes)
      .stats()
      .catch(() => undefined);
    if (!decoded) problems.push(`${path} cannot be decoded`);
  }
  if (!isThorough) return problems;
  // A thorough comparison is the last step of a run. No file without a row may remain after the run.
  await sweepTwice(work);
  const { filesWithoutRow, unknown } = await findFileDisagreements(work, future);
  return [
    ...problems,
    ...filesWithoutRow.map((path) => `${path} has no row`),
    ...unknown.map((path) => `${path} is unknown`),
  ];
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
