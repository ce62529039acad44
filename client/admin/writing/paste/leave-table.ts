import { Selection, type Transaction } from '@tiptap/pm/state';

/** Returns the position after the outermost table around the selection. */
export function findEndOfTable({ $head }: Selection): number | undefined {
  const { table } = $head.doc.type.schema.nodes;
  for (let depth = 1; depth <= $head.depth; depth += 1) {
    if ($head.node(depth).type === table) return $head.after(depth);
  }
  return undefined;
}

/** Moves the caret below the table, into a new paragraph if there is none. */
export function leaveTable(tr: Transaction, end: number): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  if (tr.doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph!.create());
  tr.setSelection(Selection.near(tr.doc.resolve(end)));
}
