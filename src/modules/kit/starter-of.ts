import { daysBefore, type Seed } from '../../database/seed.ts';
import type { Pictures, StoredPicture } from '../../media/pictures.ts';
import {
  type Column,
  type Columns,
  mediaIn,
  mediaOf,
  type NewWords,
  referencesIn,
} from '../../shared/columns.ts';
import { type ActivityModule, factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { attachPicture } from '../media/attached.service.ts';
import { recordUses } from '../media/media-uses.service.ts';
import { recordStarterRows } from '../onboarding/starter-rows.service.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import type { EntityOf } from './entity-of.ts';
import { initialOf, pictureKeyOf } from './fields-of.ts';

export interface Starter<S extends object> {
  rows: readonly S[];
  draw?(row: S): string;
  alt?(row: S): string;
  /** Further drawings, which the columns `media` and `gallery` show. */
  drawings?(row: S): readonly StarterDrawing[];
  /** The title of the row of another module that a column names. */
  titleOf?(row: S, column: string): string | undefined;
}

export interface StarterDrawing {
  column: string;
  svg: string;
  /** What it shows. It is the caption in a gallery too. */
  alt: string;
}

interface Aged {
  /** Age in days on the day of seeding. */
  days_ago?: number;
}

/** Stores starter rows, oldest first, and records them as such. Does nothing when the module has rows. */
export function starterOf<C extends Columns, S extends object>(
  module: ActivityModule,
  { columns, title }: { columns: C; title: keyof C & string },
  entity: EntityOf<C>,
  load: () => Promise<Starter<S>>,
): Seed<{ pictures: Pictures }> {
  const picture = pictureKeyOf(columns);
  return async (em, { pictures, now }) => {
    if ((await em.count(entity)) > 0) return;
    const starter = (await load()) as unknown as Starter<Aged & Record<string, unknown>>;
    const { rows, draw, alt, drawings, titleOf } = starter;
    const enter = async (drawing: StoredPicture, words: string) => {
      await enterPicture({ em, now }, drawing, words);
      return drawing;
    };
    const oldestFirst = rows.toSorted((a, b) => (b.days_ago ?? 0) - (a.days_ago ?? 0));
    const loaded = oldestFirst.map(async (row) => {
      const words = Object.fromEntries(
        Object.entries<Column>(columns).map(([key, column]) => {
          // Some rows have a `slug` by which only their texts and drawings are found.
          const given = column.isApart ? undefined : row[key];
          return [key, given ?? ('isOptional' in column ? initialOf(column) : null)];
        }),
      );
      if (picture) words[picture] = null;
      if (picture && draw) {
        const { path } = await enter(await pictures.storeDrawing(draw(row)), alt?.(row) ?? '');
        words[picture] = path;
      }
      const shown = await Promise.all(
        (drawings?.(row) ?? []).map(async ({ svg, ...drawing }) => {
          const { path } = await enter(await pictures.storeDrawing(svg), drawing.alt);
          return { ...drawing, path };
        }),
      );
      const titles = referencesIn(columns).map(({ name, to }) => ({ name, to, title: titleOf?.(row, name) }));
      const written = entity.write(words as NewWords<C>, daysBefore(now, row.days_ago ?? 0));
      return { written, shown, titles };
    });
    const prepared = await Promise.all(loaded);
    const stored = prepared.map(({ written }) => written);
    await em.transactional(async (inside) => {
      const work = { em: inside as typeof em, now, viewer: null };
      for (const { written, shown, titles } of prepared) {
        const row = written as unknown as Record<string, unknown>;
        for (const { column, path, alt: words } of shown) {
          await attachPicture(work, path, words);
          const media_id = await readMediaId(work, path);
          if (!media_id) continue;
          row[column] =
            columns[column]!.kind === 'media'
              ? media_id
              : [...((row[column] ?? []) as object[]), { caption: words, media_id }];
        }
        for (const { name, to, title: named } of titles) {
          if (named) row[name] = await readId(work, factsOf(to as ModuleName).table, named);
        }
      }
      await inside.persist(stored).flush();
      if (mediaIn(columns).length > 0) {
        for (const row of stored)
          await recordUses(work, { module, item_id: row.id }, mediaOf(columns, row), true);
      }
      for (const row of stored as unknown as Record<string, string>[]) {
        if (picture) await attachPicture(work, row[picture], row[title]!);
      }
      await recordStarterRows({ em: inside as typeof em }, { module, columns }, stored);
    });
  };
}

type Tables = Record<string, { id: number; path: string; title: string }>;
type Inside = Parameters<Seed<object>>[0];

async function readMediaId({ em }: { em: Inside }, path: string): Promise<number | undefined> {
  const items = em.getKysely<Tables>().selectFrom('media').select('id').where('path', '=', path);
  return (await items.executeTakeFirst())?.id;
}

async function readId({ em }: { em: Inside }, table: string, title: string): Promise<number | null> {
  const rows = em.getKysely<Tables>().selectFrom(table).select('id').where('title', '=', title);
  return Number((await rows.executeTakeFirst())?.id) || null;
}
