import type { Columns } from '../../shared/column-types.ts';
import type { Block } from '../../shared/json-values.ts';
import { RuleBroken } from '../../shared/errors.ts';

/**
 * Refuses blocks of an unknown kind. A row may keep such a block that it had `before`, because a later version of the
 * program stored that block.
 *
 * @throws {RuleBroken} for a new or changed block of an unknown kind
 */
export function expectKnownBlocks(columns: Columns, row: object, before: object = {}): void {
  for (const [name, column] of Object.entries(columns)) {
    if (column.kind !== 'blocks') continue;
    const blocksOf = (values: object) => ((values as Record<string, unknown>)[name] ?? []) as Block[];
    const kept = new Set(blocksOf(before).map((block) => JSON.stringify(block)));
    blocksOf(row).forEach((block, at) => {
      if (Object.hasOwn(column.kinds, block.kind) || kept.has(JSON.stringify(block))) return;
      const known = Object.keys(column.kinds).join(', ');
      throw RuleBroken.of(`${name}.${at}`, `The kind of a block must be one of: ${known}`);
    });
  }
}
