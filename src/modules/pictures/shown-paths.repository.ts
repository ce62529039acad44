import type { Reader, Work } from '../../database/work.ts';

// What is still needed, in one place: a file that no column named here speaks of is nobody's, unless the trash holds its row, and
// the sweeper takes it.

/** Every column that holds a picture's path. */
export const pictureColumns = [
  { table: 'posts', column: 'featured_image' },
  { table: 'members', column: 'image' },
  { table: 'projects', column: 'image' },
] as const;

/** Every column that holds the key of a private file. */
const privateColumns = [{ table: 'messages', column: 'attachment_key' }] as const;

type AnyTables = Record<string, { id: number; [column: string]: string | number }>;

/** A row that shows one of our own pictures. */
export interface ShowingRow {
  table: (typeof pictureColumns)[number]['table'];
  column: (typeof pictureColumns)[number]['column'];
  id: number;
  path: string;
}

/** Every row that shows one of our own pictures. */
export async function readShowingRows(read: Reader): Promise<ShowingRow[]> {
  const found = pictureColumns.map(async ({ table, column }) => {
    const rows = await read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(['id', `${column} as path`])
      .where(column, 'like', 'uploads/%')
      .execute();
    return rows.map(({ id, path }) => ({ table, column, id: Number(id), path: String(path) }));
  });
  return (await Promise.all(found)).flat();
}

/** Whether any row shows the picture. */
export async function isShown({ em }: Pick<Work, 'em'>, path: string): Promise<boolean> {
  for (const { table, column } of pictureColumns) {
    const db = em.getKysely<AnyTables>();
    const row = await db.selectFrom(table).select('id').where(column, '=', path).limit(1).executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** The keys of all private files that a row speaks of. */
export async function readPrivateKeys(read: Reader): Promise<Set<string>> {
  const found = privateColumns.map(({ table, column }) =>
    read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(`${column} as key`)
      .where(column, 'is not', null)
      .execute(),
  );
  return new Set((await Promise.all(found)).flat().map(({ key }) => String(key)));
}
