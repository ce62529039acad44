import { blockKinds } from '../../../src/shared/blocks/block-kinds.ts';
import type { Block, BlockDefinition, Column, Columns } from '../../../src/shared/column-types.ts';
import type { Members } from './field-kind.ts';

/** Returns the block with empty values for its missing fields. */
export function withEmptyFields(block: Block): Block {
  const { fields } = (blockKinds as Readonly<Record<string, BlockDefinition>>)[block.kind]!;
  return { ...emptyFields(fields), ...block };
}

export function emptyFields(fields: Columns): Members {
  return Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, emptyValueOf(column)]));
}

function emptyValueOf(column: Column): unknown {
  if (column.kind === 'choice') return column.values[0];
  if (column.kind === 'tick') return column.initial;
  return ['items', 'references', 'gallery', 'figures'].includes(column.kind) ? [] : '';
}

/** Returns a key that none of the blocks has, for example `cards-2`. */
export function freeKey(kind: string, blocks: readonly Block[]): string {
  const taken = new Set(blocks.map(({ key }) => key));
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
