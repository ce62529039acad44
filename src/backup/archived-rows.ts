import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type Manifest, rowsPart } from './manifest.ts';
import type { TableRow, RowSource } from './rows.ts';

export function openArchivedRows(folder: string, { migrations, tables }: Manifest): RowSource {
  return {
    migrations: async () => migrations,
    rows: async function* (table) {
      const content = createReadStream(join(folder, rowsPart(table))).pipe(createGunzip());
      for await (const line of createInterface({ input: content })) yield JSON.parse(line) as TableRow;
    },
    lastId: async (table) => tables[table]?.last_id ?? 0,
    close: async () => {},
  };
}
