import { heldPictureColumnsOf } from '../database/file-columns.ts';
import type { Ctx } from '../database/ctx.ts';
import { pictureStemOf } from '../shared/picture-stem.ts';
import { possibleOriginalsOf } from '../shared/picture-view.ts';

type AnyTables = Record<string, Record<string, string>>;

/**
 * Returns the stems of those pictures that the trash or an earlier version needs. The files of such a picture
 * are in the private storage while no row shows the picture.
 */
export async function readRetainedStems(
  { em }: Pick<Ctx, 'em'>,
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const originals = [...new Set(paths.map(pictureStemOf))].flatMap(possibleOriginalsOf);
  const db = em.fork().getKysely<AnyTables>();
  const held = heldPictureColumnsOf(em.getMetadata().getAll().values()).map(({ table, column }) =>
    db.selectFrom(table).select(`${column} as path`).where(column, 'in', originals).execute(),
  );
  return new Set((await Promise.all(held)).flat().map(({ path }) => pictureStemOf(String(path))));
}

export async function isRetained(ctx: Pick<Ctx, 'em'>, path: string): Promise<boolean> {
  return (await readRetainedStems(ctx, [path])).size > 0;
}
