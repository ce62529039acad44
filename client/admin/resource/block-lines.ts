import { lineOfBlock } from '../../../src/shared/blocks/kinds.ts';
import { slotsOf } from '../../../src/shared/blocks/row-values.ts';
import type { Block, BlocksColumn } from '../../../src/shared/column-types.ts';
import { plainText } from '../fields/alt-text-input.tsx';

/** Returns a title line for each block, followed by one line for each of its filled fields. */
export function linesOfBlocks(column: BlocksColumn, value: unknown): string[] {
  return (value as Block[]).flatMap((block) => {
    const slots = slotsOf({ blocks: column }, { blocks: [block] });
    const lines = slots.map(({ column: { kind, label }, value: inner }) => {
      if (kind === 'media') return inner ? `Picture ${inner}` : '';
      if (kind === 'tick') return inner ? label : '';
      return kind === 'html' ? plainText(String(inner)) : String(inner ?? '');
    });
    return [lineOfBlock(block), ...lines.filter(Boolean)];
  });
}
