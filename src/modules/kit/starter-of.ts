import { daysBefore, type Seed } from '../../database/seed.ts';
import type { Pictures } from '../../media/pictures.ts';
import type { Column, Columns, NewWords } from '../../shared/columns.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { attachPicture } from '../media/attached.service.ts';
import { recordStarterRows } from '../onboarding/starter-rows.service.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import type { EntityOf } from './entity-of.ts';
import { initialOf, pictureKeyOf } from './fields-of.ts';

export interface Starter<S extends object> {
  rows: readonly S[];
  draw?(row: S): string;
  alt?(row: S): string;
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
    const { rows, draw, alt } = (await load()) as unknown as Starter<Aged & Record<string, unknown>>;
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
        const stored = await pictures.storeDrawing(draw(row));
        await enterPicture({ em, now }, stored, alt?.(row) ?? '');
        words[picture] = stored.path;
      }
      return entity.write(words as NewWords<C>, daysBefore(now, row.days_ago ?? 0));
    });
    const stored = await Promise.all(loaded);
    await em.transactional(async (inside) => {
      await inside.persist(stored).flush();
      const work = { em: inside as typeof em, now, viewer: null };
      for (const row of stored as unknown as Record<string, string>[]) {
        if (picture) await attachPicture(work, row[picture], row[title]!);
      }
      await recordStarterRows({ em: inside as typeof em }, { module, columns }, stored);
    });
  };
}
