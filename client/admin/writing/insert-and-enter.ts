import { TextSelection } from '@tiptap/pm/state';
import type { Editor, JSONContent } from '@tiptap/react';

/**
 * Inserts a block at the top level and moves the caret into it. It replaces an empty paragraph, or follows the
 * caret's block.
 */
export function insertAndEnter(editor: Editor, content: JSONContent): void {
  const { $from } = editor.state.selection;
  const isEmpty =
    $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const [from, to] =
    $from.depth === 0 ? [$from.pos, $from.pos] : [isEmpty ? $from.before(1) : $from.after(1), $from.after(1)];
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      tr.replaceWith(from, to, editor.schema.nodeFromJSON(content));
      tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1)));
      return true;
    })
    .scrollIntoView()
    .run();
}
