import { type FileColumn, pictureColumnsOf, privateColumnsOf } from '../database/file-columns.ts';
import type { AnyQuery } from '../database/list/filters.ts';
import type { Ctx, Reader } from '../database/ctx.ts';

// The columns with paths of pictures come from the metadata of the entities, so that no column can be forgotten.

type AnyTables = Record<string, { id: number; [column: string]: string | number }>;
type Metadata = Pick<Ctx, 'em'>;

export interface ShowingRow extends FileColumn {
  id: number;
  path: string;
}

export function pictureColumns({ em }: Metadata): FileColumn[] {
  return pictureColumnsOf(em.getMetadata().getAll().values());
}

/**
 * Limits a query to the rows that keep their file. For example, attached items of the library do not keep their file.
 */
function counting<Q extends AnyQuery<object>>(rows: Q, { unless }: FileColumn): Q {
  return unless === undefined ? rows : (rows.where(unless, '=', 0) as Q);
}

export async function readRowsShowing(
  { em, read }: Metadata & { read: Reader },
  paths: string[],
): Promise<ShowingRow[]> {
  if (paths.length === 0) return [];
  const found = pictureColumns({ em }).map(async (named) => {
    const { table, column } = named;
    const rows = await counting(read.withTables<AnyTables>().selectFrom(table), named)
      .select(['id', `${column} as path`])
      .where(column, 'in', paths)
      .execute();
    return rows.map(({ id, path }) => ({ table, column, id: Number(id), path: String(path) }));
  });
  return (await Promise.all(found)).flat();
}

export async function* everyShowingRow({ em, read }: Metadata & { read: Reader }, size: number) {
  for (const named of pictureColumns({ em })) {
    const { table, column } = named;
    for (let after = 0; ; ) {
      const rows = await counting(read.withTables<AnyTables>().selectFrom(table), named)
        .select(['id', `${column} as path`])
        .where('id', '>', after)
        .where(column, 'like', 'uploads/%')
        .orderBy('id')
        .limit(size)
        .execute();
      yield rows.map(({ id, path }): ShowingRow => ({ table, column, id: Number(id), path: String(path) }));
      if (rows.length < size) break;
      after = Number(rows.at(-1)?.id);
    }
  }
}

/**
 * Returns whether any row shows one of the paths. If `em` has an open transaction, its uncommitted changes
 * count.
 */
export async function isShown({ em }: Metadata, ...paths: string[]): Promise<boolean> {
  for (const named of pictureColumns({ em })) {
    const db = em.getKysely<AnyTables>();
    const row = await counting(db.selectFrom(named.table), named)
      .select('id')
      .where(named.column, 'in', paths)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

export async function readNamedKeys(
  { em, read }: Metadata & { read: Reader },
  keys: string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const found = privateColumnsOf(em.getMetadata().getAll().values()).map(({ table, column }) =>
    read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(`${column} as key`)
      .where(column, 'in', keys)
      .execute(),
  );
  return new Set((await Promise.all(found)).flat().map(({ key }) => String(key)));
}
