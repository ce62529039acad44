import type { Reader } from '../../database/work.ts';

/** Every column that holds a picture's path. */
export const pictureColumns = [
  { table: 'posts', column: 'featured_image' },
  { table: 'members', column: 'image' },
  { table: 'projects', column: 'image' },
] as const;

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
      .withTables<Record<string, { id: number; [column: string]: string | number }>>()
      .selectFrom(table)
      .select(['id', `${column} as path`])
      .where(column, 'like', 'uploads/%')
      .execute();
    return rows.map(({ id, path }) => ({ table, column, id: Number(id), path: String(path) }));
  });
  return (await Promise.all(found)).flat();
}
