import { describeBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { rowValuesOf } from '../../../src/shared/blocks/row-values.ts';
import type { Block, BlocksColumn } from '../../../src/shared/column-types.ts';
import { htmlToText } from '../fields/alt-text-input.tsx';

/** Returns a title line for each block, followed by one line for each of its filled fields. */
export function linesOfBlocks(column: BlocksColumn, value: unknown): string[] {
  return (value as Block[]).flatMap((block) => {
    const slots = rowValuesOf({ blocks: column }, { blocks: [block] });
    const lines = slots.map(({ column: { kind, label }, value: inner }) => {
      if (kind === 'media') return inner ? `Picture ${inner}` : '';
      if (kind === 'tick') return inner ? label : '';
      return kind === 'html' ? htmlToText(String(inner)) : String(inner ?? '');
    });
    return [describeBlock(block), ...lines.filter(Boolean)];
  });
}
