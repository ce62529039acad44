import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openImportReport } from '../../src/transfer/import-report.ts';
import { createActivity, createMessage } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

/** A formula at the start of a line, after each line break that a program may take for the end of a row. */
const texts = ['@SUM(1)\n=1+1', 'a\r=1+1', 'a\r\n=1+1', 'a "b", c\n=1+1', '\n=1+1'];

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'atrium-csv-'));
  const em = site.database.fork();
  for (const text of texts) {
    await createMessage(em, { name: text, message: text, details: { company: text, note: text } });
    await createActivity(em, { description: text, user_name: text });
  }
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function writeReport(): Promise<string> {
  const report = await openImportReport(join(folder, 'report.csv'));
  for (const title of texts) {
    await report.add({ outcome: 'taken', kind: 'post', externalId: '1', title, notes: [title] });
  }
  await report.close();
  return readFile(report.path, 'utf8');
}

const exports: [name: string, open: () => Promise<string>][] = [
  ['messages', async () => (await site.rest('admin').get('/api/admin/messages.csv')).body],
  ['activities', async () => (await site.rest('admin').get('/api/admin/activities.csv')).body],
  ['the report of an import', writeReport],
];

/** Ends a row at every line break outside of quotes, as spreadsheets do. */
function readRows(file: string): string[][] {
  const rows: string[][] = [[]];
  const cells = file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/g);
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.join('') !== '');
}

test.each(exports)('a line break in a cell of %s begins no new row, for two readers', async (_name, open) => {
  const file = (await open()).replace(/^\ufeff/, '');
  const rows = readRows(file);
  expect(rows.length).toBe(texts.length + 1);
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => rows[0]!.length));
  expect(parse(file)).toEqual(rows);
  expect(rows.flat().filter((cell) => /^[=@\r\n]/.test(cell))).toEqual([]);
});
