import { Selection, type Transaction } from '@tiptap/pm/state';

/**
 * Returns the position after the outermost table that contains the selection. Returns undefined if the selection is not
 * in a table.
 */
export function findEndOfTable({ $head }: Selection): number | undefined {
  const { table } = $head.doc.type.schema.nodes;
  for (let depth = 1; depth <= $head.depth; depth += 1) {
    if ($head.node(depth).type === table) return $head.after(depth);
  }
  return undefined;
}

/**
 * Moves the caret below the table that ends at `end`. Adds a paragraph below the table unless a paragraph is
 * already there.
 */
export function leaveTable(tr: Transaction, end: number): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  if (tr.doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph!.create());
  tr.setSelection(Selection.near(tr.doc.resolve(end)));
}
