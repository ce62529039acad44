import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import type { Connection, Reader } from '../database/ctx.ts';
import type { RowOf } from '../database/tables.ts';

export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  properties: {
    /**
     * The path as rows contain it. PostgreSQL sorts paths by their bytes, because storages list files in that
     * order.
     */
    path: textColumn('nothing').primary().ignoreSchemaChanges('collation'),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** The dominant colour, as `#rrggbb`. */
    colour: textColumn('nothing'),
    /** A few blurred pixels of the picture, as a `data:` URL. */
    placeholder: textColumn('nothing'),
    is_animated: p.boolean(),
    /**
     * The description of the picture. Empty for a decorative picture. Null when nobody has described the
     * picture.
     */
    alt: textColumn('writing').nullable(),
    created_at: p.datetime(),
  },
});

export class Picture extends PictureSchema.class {}

PictureSchema.setClass(Picture);

const batchRows = 500;

const columns = ['path', 'width', 'height', 'bytes', 'colour', 'placeholder', 'is_animated', 'alt'] as const;
export type PictureRow = RowOf<'pictures', (typeof columns)[number]>;

/** Returns pictures by path. Leaves out paths without a row. */
export async function readPictures(read: Connection, paths: string[]): Promise<Map<string, PictureRow>> {
  if (paths.length === 0) return new Map();
  const unique = [...new Set(paths)];
  const rows = await read.selectFrom('pictures').select(columns).where('path', 'in', unique).execute();
  return new Map(rows.map((row) => [row.path, row]));
}

/** Yields the paths of known pictures after `after` and up to `upTo`, in sorted batches. */
export async function* readKnownPaths(
  read: Reader,
  after: string,
  upTo: string | undefined,
): AsyncGenerator<string[]> {
  for (let from = after; ; ) {
    let known = read.selectFrom('pictures').select('path').where('path', '>', from);
    if (upTo !== undefined) known = known.where('path', '<=', upTo);
    const rows = await known.orderBy('path').limit(batchRows).execute();
    if (rows.length > 0) yield rows.map(({ path }) => path);
    if (rows.length < batchRows) return;
    from = rows.at(-1)!.path;
  }
}

export async function readUnknownPaths(read: Reader, paths: string[]): Promise<string[]> {
  const known = await readPictures(read, paths);
  return [...new Set(paths)].filter((path) => !known.has(path));
}
