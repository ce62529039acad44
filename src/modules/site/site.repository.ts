import { toIso } from '../../database/columns.ts';
import { toColumnMoment } from '../../database/dialect.ts';
import { openAt, openKey } from '../../database/list/open-at.ts';
import { countRows } from '../../database/list/row-counts.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { Listed, PublicPage } from '../../shared/public-pages.ts';

type Work = Pick<OperationContext, 'read' | 'now'>;
type Moment = Date | number | string;
interface ShownRow {
  id: number;
  updated_at: Moment;
}
type Shown = PublicPage['lists'][number];
type Tables = Record<Shown, ShownRow>;

function shownRows({ read, now }: Work, table: Shown) {
  const rows = read.withTables<Tables>().selectFrom(table);
  return table === 'albums' ? rows : rows.where(openAt(table, toColumnMoment(read, now)));
}

export function countShown({ read, now }: Work, table: Listed): Promise<number> {
  return countRows(read, table, { [openKey]: toColumnMoment(read, now) });
}

/** In ISO 8601. Null when there are no such rows. */
export async function readLastChange(work: Work, table: Shown): Promise<string | null> {
  const { changed } = await shownRows(work, table)
    .select((eb) => eb.fn.max<Moment | null>('updated_at').as('changed'))
    .executeTakeFirstOrThrow();
  return changed === null ? null : toIso(changed);
}

export async function readChanges(
  work: Work,
  table: Listed,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await shownRows(work, table)
    .select(['id', 'updated_at'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, updated_at }) => ({ id, changed_at: toIso(updated_at) }));
}
