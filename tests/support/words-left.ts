import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { personalDataRules } from '../../src/modules/privacy/personal-data-rules.ts';
import type { TestApp } from './test-app.ts';

/**
 * Returns each table with personal data that still contains one of the words, with the word. On SQLite, also
 * returns each such file of the data folder. The words must be in lower case.
 */
export async function findWordsLeft(site: TestApp, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string) => {
    const lower = text.toLowerCase();
    found.push(...words.filter((word) => lower.includes(word)).map((word) => `${place}: ${word}`));
  };
  for (const table of Object.keys(personalDataRules)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(site.database.read);
    look(table, JSON.stringify(rows));
  }
  if (site.database.kind === 'sqlite') {
    for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
      // Skips the snapshot with the rows from which each test starts.
      if (!entry.isFile() || entry.name.endsWith('.snapshot')) continue;
      const path = join(entry.parentPath, entry.name);
      look(path.slice(site.dataDir.length), (await readFile(path)).toString('latin1'));
    }
  }
  return found;
}
