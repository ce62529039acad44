import type { UndoneRow, Outcomes } from '../../shared/bulk.ts';
import type { EditorCtx } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { toStored } from '../stored-fields.ts';
import { readValuesBefore } from '../versions/stored-versions.service.ts';
import { updateRows } from './update-many.ts';

/**
 * Undoes the change that created the given version of each row. A row remains unchanged when the version is not its
 * latest one, or when the previous version is no longer stored. Changes of formatted texts, blocks, the picture or the
 * address are not undone either.
 *
 * @throws {RuleBroken} with the title of a row whose earlier values break a rule
 */
export function undoChanges(
  kind: ModuleKind,
  ctx: EditorCtx,
  changed: readonly UndoneRow[],
): Promise<Outcomes> {
  const { entity, module, columns, picture } = kind;
  const plain = Object.keys(columns).filter(
    (name) => name !== picture && !['slug', 'html', 'blocks'].includes(columns[name]!.kind),
  );
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  return updateRows(kind, ctx, [...versions.keys()], async (row, tx) => {
    const isLast = row.version === versions.get(row.id);
    const item = { module, item_id: row.id };
    const values = isLast ? await readValuesBefore(tx, item, row.version) : undefined;
    if (!values || Object.keys(values).some((name) => !plain.includes(name))) return undefined;
    const others = Object.fromEntries(plain.map((name) => [name, row[name]]));
    const stored = toStored(tx, entity, values);
    const revise = () => {
      row.revise(stored, tx.now);
      // `revise` removes an end that has passed when it publishes a row again. This row had that end before, so the
      // stored values are set once more.
      Object.assign(row, others, stored);
    };
    return { revise, verb: 'Undid a change of' };
  });
}
