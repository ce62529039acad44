import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Connection, Ctx, Reader } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import {
  type FileColumn,
  retainedPictureColumnsOf,
  pictureColumnsOf,
  privateFileColumnsOf,
} from '../database/file-columns.ts';
import type { AnySelectQuery } from '../database/list/filters.ts';
import { pictureStemOf } from '../shared/library-files.ts';
import { possibleOriginalsOf } from '../shared/picture-view.ts';

// The columns come from the metadata of the entities, so that none is forgotten.

type AnyTables = Record<string, { id: number; [column: string]: string | number }>;
type Metadata = Pick<Ctx, 'em'>;

export interface RowWithPicture extends FileColumn {
  id: number;
  path: string;
}

function pictureColumns(orm: Pick<Ctx['em'], 'getMetadata'>): FileColumn[] {
  return pictureColumnsOf(orm.getMetadata().getAll().values());
}

/** Attached items of the library, for example, do not keep their file. */
function counting<Q extends AnySelectQuery<object>>(rows: Q, { unless }: FileColumn): Q {
  return unless === undefined ? rows : (rows.where(unless, '=', 0) as Q);
}

export async function readRowsWithPictures(
  { em, read }: Metadata & { read: Reader },
  paths: string[],
): Promise<RowWithPicture[]> {
  if (paths.length === 0) return [];
  const queries = pictureColumns(em).map(async (fileColumn) => {
    const { table, column } = fileColumn;
    const rows = await counting(read.withTables<AnyTables>().selectFrom(table), fileColumn)
      .select(['id', `${column} as path`])
      .where(column, 'in', paths)
      .execute();
    return rows.map(({ id, path }) => ({ table, column, id: Number(id), path: String(path) }));
  });
  return (await Promise.all(queries)).flat();
}

export async function* iterateRowsWithPictures({ em, read }: Metadata & { read: Reader }, size: number) {
  for (const fileColumn of pictureColumns(em)) {
    const { table, column } = fileColumn;
    for (let after = 0; ; ) {
      const rows = await counting(read.withTables<AnyTables>().selectFrom(table), fileColumn)
        .select(['id', `${column} as path`])
        .where('id', '>', after)
        .where(column, 'like', 'uploads/%')
        .orderBy('id')
        .limit(size)
        .execute();
      yield rows.map(
        ({ id, path }): RowWithPicture => ({ table, column, id: Number(id), path: String(path) }),
      );
      if (rows.length < size) break;
      after = Number(rows.at(-1)?.id);
    }
  }
}

/** Also sees uncommitted changes of `em`. */
export function isShownByRow({ em }: Metadata, ...paths: string[]): Promise<boolean> {
  return isInColumns(em.getKysely(), pictureColumns(em), paths);
}

async function isInColumns(
  db: Connection,
  columns: readonly FileColumn[],
  paths: readonly string[],
): Promise<boolean> {
  const conditions = columns.map(({ table, column, unless }) => {
    const keeps = unless === undefined ? sql`` : sql` and ${sql.ref(unless)} = ${0}`;
    return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(paths)})${keeps})`;
  });
  const query = sql<{ is_there: boolean | number }>`select ${sql.join(conditions, sql` or `)} as is_there`;
  const { rows } = await query.execute(db);
  return Boolean(rows[0]?.is_there);
}

export async function readPrivateKeysInUse(
  { em, read }: Metadata & { read: Reader },
  keys: string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const queries = privateFileColumnsOf(em.getMetadata().getAll().values()).map(({ table, column }) =>
    read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(`${column} as key`)
      .where(column, 'in', keys)
      .execute(),
  );
  return new Set((await Promise.all(queries)).flat().map(({ key }) => String(key)));
}

export async function readRetainedStems(
  { em, read }: Metadata & { read: Reader },
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const originals = [...new Set(paths.map(pictureStemOf))].flatMap(possibleOriginalsOf);
  const queries = retainedPictureColumnsOf(em.getMetadata().getAll().values()).map(({ table, column }) =>
    read
      .withTables<AnyTables>()
      .selectFrom(table)
      .select(`${column} as path`)
      .where(column, 'in', originals)
      .execute(),
  );
  return new Set((await Promise.all(queries)).flat().map(({ path }) => pictureStemOf(String(path))));
}

export function isInTrashOrVersions({ em }: Metadata, ...paths: string[]): Promise<boolean> {
  return isInColumns(em.getKysely(), retainedPictureColumnsOf(em.getMetadata().getAll().values()), paths);
}

/** Returns the names of the modules in the activity log. */
export async function readModulesRetaining(read: Connection, path: string): Promise<string[]> {
  const tables =
    read.withTables<Record<'trash_items' | 'versions', { module: string; picture: string | null }>>();
  const versions = tables.selectFrom('versions').select('module').where('picture', '=', path);
  const rows = await tables
    .selectFrom('trash_items')
    .select('module')
    .where('picture', '=', path)
    .union(versions)
    .execute();
  return rows.map(({ module }) => module);
}

const maxKnown = 10_000;

export type IsServed = (path: string) => Promise<boolean>;

/** Whether a row shows the picture. Asks once per content version; in an outage the last answer counts. */
export function createServedPictures({
  orm,
  read,
  content,
}: Pick<Database, 'orm' | 'read' | 'content'>): IsServed {
  const columns = pictureColumns(orm);
  const answers = new LRUCache<string, { version: number; isServed: boolean }>({ max: maxKnown });
  return async (path) => {
    const stem = pictureStemOf(path);
    const last = answers.get(stem);
    try {
      const version = content.known() ?? (await content.ask());
      if (last?.version === version) return last.isServed;
      const isServed = await isInColumns(read, columns, possibleOriginalsOf(stem));
      answers.set(stem, { version, isServed });
      return isServed;
    } catch (error) {
      if (last) return last.isServed;
      throw error;
    }
  };
}
