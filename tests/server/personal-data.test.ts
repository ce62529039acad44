import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, inject, test } from 'vitest';
import { personalDataRules } from '../../src/modules/privacy/personal-data-rules.ts';
import { emailAddressPattern } from '../../src/modules/privacy/find-person.ts';
import { personalDataFile, renderPersonalData } from '../../src/commands/personal-data.ts';

/** Both databases have the same columns, which `migrations.both.test.ts` compares with the entities. */
const withText = /text|char|json|blob|clob/i;

function storedColumns(): Map<string, string[]> {
  const db = new BetterSqlite3(join(inject('sqliteBase'), 'atrium.sqlite'), { readonly: true });
  const rows = db
    .prepare<[], { table: string; column: string; type: string }>(
      `select t.name as "table", c.name as "column", c.type from sqlite_master t, pragma_table_info(t.name) c
       where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like '%_fts%'`,
    )
    .all();
  db.close();
  const tables = new Map<string, string[]>(rows.map(({ table }) => [table, []]));
  for (const { table, column, type } of rows) if (withText.test(type)) tables.get(table)!.push(column);
  return tables;
}

test('each text, JSON and binary column has a rule in the map of personal data, and each rule a column', () => {
  const ruled = Object.entries(personalDataRules).map(
    ([table, { columns }]) => [table, Object.keys(columns)] as const,
  );
  const sorted = (tables: Iterable<readonly [string, readonly string[]]>) =>
    Object.fromEntries([...tables].map(([table, columns]) => [table, columns.toSorted()]));
  expect(sorted(ruled)).toEqual(sorted(storedColumns()));
});

test('the page about personal data is the one that the map makes', async () => {
  expect(await readFile(personalDataFile, 'utf8'), 'npm run personal-data').toBe(renderPersonalData());
});

test('an address is found in any letter case, and not inside of a longer one', () => {
  const pattern = emailAddressPattern('eva@example.com');
  for (const text of ['Eva@Example.com', '<p>Write to eva@example.com.</p>', '{"email":"eva@example.com"}']) {
    expect(text.search(pattern), text).toBeGreaterThanOrEqual(0);
  }
  const others = [
    'reva@example.com',
    'x.eva@example.com',
    'eva@example.community',
    'eva@example.com.tr',
    'eva@exampleXcom',
  ];
  for (const text of others) expect(text.search(pattern), text).toBe(-1);
});
