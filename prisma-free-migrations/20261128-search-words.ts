import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

type Db = Kysely<Record<string, Record<string, unknown>>>;
type Row = Record<string, string> & { id: number };

const batchRows = 500;
const titled = ['search_text', 'sort_title'];

/** The folded columns of each table. */
const folded: Readonly<Record<string, readonly string[]>> = {
  posts: titled,
  members: titled,
  jobs: titled,
  projects: titled,
  testimonials: titled,
  clients: titled,
  pages: titled,
  media: titled,
  users: ['search_text'],
  trash_items: ['search_text'],
  security_events: ['search_text'],
  messages: ['search_text'],
  activities: ['search_text', 'open_search_text'],
};

const plain: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};
const unheard =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06e8\u06ea-\u06ed\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]|[\ufe00-\ufe0f]/g;

/** Folds a text further that an earlier version has folded. */
function foldSigns(text: string): string {
  return text
    .normalize('NFD')
    .replace(unheard, '')
    .normalize('NFC')
    .replace(/[đðþħŧٱىیکة]/g, (letter) => plain[letter]!)
    .replace(/[`‘’‚‛′‹›ʹʻʼʽ]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐‑‒–—―⁃−]/g, '-')
    .replace(/[^\S\n]+/g, ' ');
}

/**
 * Rewrites the texts of searches, so that a search ignores kinds of apostrophes, quotation marks, hyphens and blanks,
 * invisible characters, and the marks of Arabic letters.
 */
export class SearchWords extends Migration {
  override async up(): Promise<void> {
    const db: Db = this.getEntityManager().getKysely();
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(this.getEntityManager().getKysely<unknown>()))
      await sql`set local statement_timeout = 0`.execute(db);
    for (const [table, columns] of Object.entries(folded)) await foldTable(db, table, columns);
  }

  /** The texts stay: earlier versions search them too, and nothing tells what they were. */
  override async down(): Promise<void> {}
}

/** Folds the columns of a table in batches. Rows whose texts stay the same are not written. */
export async function foldTable(db: Db, table: string, columns: readonly string[]): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`select id, ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where id > ${sql.lit(after)} order by id limit ${sql.lit(batchRows)}`.execute(
      db,
    );
    const changed = rows.flatMap((row) => {
      const texts = columns.map((column) => foldSigns(row[column]!));
      return texts.some((text, at) => text !== row[columns[at]!]) ? [{ id: row.id, texts }] : [];
    });
    if (changed.length > 0) {
      const values = changed.map(({ id, texts }) => sql`(${sql.lit(id)}, ${sql.join(texts)})`);
      const assigned = columns.map(
        (column, at) => sql`${sql.ref(column)} = fresh.${sql.ref(`column${at + 2}`)}`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(assigned)}
        from (values ${sql.join(values)}) as fresh where ${sql.ref(`${table}.id`)} = fresh.column1`.execute(
        db,
      );
    }
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}
