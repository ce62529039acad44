import { sql } from 'kysely';
import type { Connection, Ctx, Reader } from '../database/ctx.ts';
import type { RowOf, Tables } from '../database/tables.ts';

const batchRows = 500;
const claimMs = 5 * 60_000;
/**
 * The maximum number of tries to create the sizes of a picture. After this many failures, pages show the
 * original.
 */
export const maxTries = 3;

const columns = [
  'path',
  'width',
  'height',
  'bytes',
  'colour',
  'placeholder',
  'is_animated',
  'alt',
  'sized_at',
] as const;
export type PictureRow = RowOf<'pictures', (typeof columns)[number]>;

/** Returns pictures by path. Leaves out paths without a row. */
export async function readPictures(read: Connection, paths: string[]): Promise<Map<string, PictureRow>> {
  if (paths.length === 0) return new Map();
  const unique = [...new Set(paths)];
  const rows = await read.selectFrom('pictures').select(columns).where('path', 'in', unique).execute();
  return new Map(rows.map((row) => [row.path, row]));
}

/**
 * Reserves the oldest picture whose sizes do not exist yet. For five minutes, other instances skip this
 * picture. Leaves out pictures that were tried too often. Returns the path of the picture, or undefined if
 * there is none.
 */
export async function takeSizeJob({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<string | undefined> {
  const claimedUntil = new Date(now.getTime() + claimMs);
  const isFree = sql`sized_at is null and tries < ${maxTries} and (claimed_until is null or claimed_until < ${now})`;
  const { rows } = await sql<{ path: string }>`
    update pictures set claimed_until = ${claimedUntil}, tries = tries + 1
    where ${isFree} and path = (select path from pictures where ${isFree} order by created_at, path limit 1)
    returning path
  `.execute(em.getKysely<Tables>());
  return rows[0]?.path;
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
