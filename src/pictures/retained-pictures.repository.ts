import { heldColumnsOf } from '../database/file-columns.ts';
import type { Ctx } from '../database/ctx.ts';
import { stemOf } from '../shared/picture-stem.ts';
import { originalsOf } from '../shared/picture-view.ts';

type AnyTables = Record<string, Record<string, string>>;

/**
 * Returns the stems of those pictures that the trash or an earlier version needs. The files of such a picture
 * are in the private storage while no row shows the picture.
 */
export async function readHeldStems({ em }: Pick<Ctx, 'em'>, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const originals = [...new Set(paths.map(stemOf))].flatMap(originalsOf);
  const db = em.fork().getKysely<AnyTables>();
  const held = heldColumnsOf(em.getMetadata().getAll().values()).map(({ table, column }) =>
    db.selectFrom(table).select(`${column} as path`).where(column, 'in', originals).execute(),
  );
  return new Set((await Promise.all(held)).flat().map(({ path }) => stemOf(String(path))));
}

export async function isHeld(ctx: Pick<Ctx, 'em'>, path: string): Promise<boolean> {
  return (await readHeldStems(ctx, [path])).size > 0;
}
