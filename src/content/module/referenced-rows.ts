import type { Connection, Ctx, ReadCtx } from '../../database/ctx.ts';
import { type Columns, referencesIn } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';

type Words = Readonly<Record<string, unknown>>;

/**
 * Replaces ids of rows that are gone by null. A row in the trash is gone too, but the stored id stays, so that the restored row is
 * named again.
 */
export async function withoutLost<V extends object>(
  { read }: ReadCtx,
  columns: Columns,
  views: readonly V[],
): Promise<V[]> {
  const lost: Record<string, null>[] = views.map(() => ({}));
  for (const { name, to } of referencesIn(columns)) {
    const ids = views.map((view) => (view as Words)[name] as number | null);
    const there = await findRows(read, to, ids);
    ids.forEach((id, at) => {
      if (id && !there.has(id)) lost[at]![name] = null;
    });
  }
  return views.map((view, at) => ({ ...view, ...lost[at] }));
}

/** A row keeps the ids that it had `before`, even of rows that are gone. @throws {RuleBroken} when a row that it names does not exist */
export async function requireRows(
  { em }: Pick<Ctx, 'em'>,
  references: readonly { name: string; to: string }[],
  row: object,
  before: object = {},
): Promise<void> {
  for (const { name, to } of references) {
    const id = (row as Words)[name] as number | null | undefined;
    if (!id || id === (before as Words)[name]) continue;
    if ((await findRows(em.getKysely() as unknown as Connection, to, [id])).has(id)) continue;
    throw RuleBroken.of(name, `There is no such ${factsOf(to as ModuleName).noun}.`);
  }
}

async function findRows(
  read: Connection,
  module: string,
  ids: readonly (number | null)[],
): Promise<Set<number>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Set();
  const rows = await read
    .withTables<Record<string, { id: number }>>()
    .selectFrom(factsOf(module as ModuleName).table)
    .select('id')
    .where('id', 'in', wanted)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}
