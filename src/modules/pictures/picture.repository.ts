import { type Kysely, sql } from 'kysely';
import { toColumnMoment } from '../../database/dialect.ts';
import { blanksFor, listed, putTogetherOnce } from '../../database/put-together.ts';
import type { Connection, Work } from '../../database/work.ts';

interface PictureRow {
  path: string;
  width: number;
  height: number;
  colour: string;
  placeholder: string;
  is_animated: boolean | number;
  alt: string | null;
  sized_at: Date | number | null;
}
type Tables = { pictures: PictureRow };

const claimMs = 5 * 60_000;
/** A picture that fails this often is left as it is: pages show the original. */
export const maxTries = 3;

const picturesAt = putTogetherOnce((read, blank, shape) =>
  read
    .withTables<Tables>()
    .selectFrom('pictures')
    .select(['path', 'width', 'height', 'colour', 'placeholder', 'is_animated', 'alt', 'sized_at'])
    .where('path', 'in', blanksFor(shape, blank)),
);

/** What is known of pictures, by path. */
export async function readPictures(read: Connection, paths: string[]): Promise<Map<string, PictureRow>> {
  if (paths.length === 0) return new Map();
  const { values, shape } = listed([...new Set(paths)]);
  const rows = await picturesAt(read, values, shape);
  return new Map(rows.map((row) => [row.path, row]));
}

/**
 * Takes the oldest picture from the list of those without sizes, for a while: no other instance gets it meanwhile, and
 * what a crash leaves is taken again. Nothing when none is left.
 */
export async function claimPicture({ em, now }: Pick<Work, 'em' | 'now'>): Promise<string | undefined> {
  const db: Kysely<unknown> = em.getKysely();
  const [from, until] = [now, new Date(now.getTime() + claimMs)].map((moment) => toColumnMoment(db, moment));
  const isFree = sql`sized_at is null and tries < ${maxTries} and (claimed_until is null or claimed_until < ${from})`;
  const { rows } = await sql<{ path: string }>`
    update pictures set claimed_until = ${until}, tries = tries + 1
    where ${isFree} and path = (select path from pictures where ${isFree} order by created_at, path limit 1)
    returning path
  `.execute(db);
  return rows[0]?.path;
}
