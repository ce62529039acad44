import { Migration } from '@mikro-orm/migrations';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

type Row = Record<string, string | null> & { id: number };
type AnyTable = Record<string, Record<string, unknown>>;
type Fold = (...texts: (string | null | undefined)[]) => string;

const batchRows = 1000;

/** The columns whose texts a search of each table covers. */
const sources: Record<string, string[]> = {
  posts: ['title', 'excerpt'],
  members: ['name', 'role'],
  jobs: ['title', 'department', 'location'],
  projects: ['title', 'client'],
  users: ['name', 'email'],
  activities: ['description', 'user_name'],
  trash_items: ['title'],
  security_events: ['user_name', 'email', 'address'],
  messages: ['subject', 'message', 'name', 'email'],
};

const plain: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe' };

const foldCase: Fold = (...texts) =>
  texts
    .map((text) => text ?? '')
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();

export const foldAccents: Fold = (...texts) =>
  foldCase(...texts)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ıßøłæœ]/g, (letter) => plain[letter] ?? letter);

/**
 * Rewrites the search texts, so that searches ignore accents and also find messages by the sender's e-mail
 * address.
 */
export class SearchFolding extends Migration {
  override async up(): Promise<void> {
    await this.foldAll(foldAccents, sources);
  }

  override async down(): Promise<void> {
    await this.foldAll(foldCase, { ...sources, messages: ['subject', 'message', 'name'] });
  }

  private async foldAll(fold: Fold, columns: Record<string, string[]>): Promise<void> {
    const db = this.getEntityManager().getKysely<AnyTable>();
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(this.getEntityManager().getKysely<unknown>()))
      await sql`set local statement_timeout = 0`.execute(db);
    for (const [table, texts] of Object.entries(columns)) await foldTable(db, table, texts, fold);
    await foldOpenTexts(db, fold);
  }
}

/** Changes `search_text` row by row, because the databases cannot remove accents. */
async function foldTable(db: Kysely<AnyTable>, table: string, texts: string[], fold: Fold): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = (await (db.selectFrom(table) as SelectQueryBuilder<AnyTable, string, object>)
      .select(['id', 'search_text', ...texts])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute()) as Row[];
    for (const row of rows) {
      const search_text = fold(...texts.map((text) => row[text]));
      if (search_text === row.search_text) continue;
      await db.updateTable(table).set({ search_text }).where('id', '=', row.id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Changes `open_search_text`, which ends with the name of the user. All rows with the same text are changed
 * together, because many rows share the same few texts.
 */
async function foldOpenTexts(db: Kysely<AnyTable>, fold: Fold): Promise<void> {
  const kinds = (await db
    .selectFrom('activities')
    .select(['open_search_text', 'user_name'])
    .distinct()
    .where('open_search_text', '<>', '')
    .execute()) as { open_search_text: string; user_name: string }[];
  for (const { open_search_text, user_name } of kinds) {
    const [words] = open_search_text.split('\n');
    const text = fold(words, user_name);
    if (text === open_search_text) continue;
    await db
      .updateTable('activities')
      .set({ open_search_text: text })
      .where('open_search_text', '=', open_search_text)
      .where('user_name', '=', user_name)
      .execute();
  }
}
