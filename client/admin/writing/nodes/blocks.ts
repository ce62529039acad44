import { mergeAttributes, Node } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { nodeConfigFromSchema } from '../nodes-from-schema.ts';

const automatic = { dir: 'auto' };

export const AttributedQuote = Node.create({
  ...nodeConfigFromSchema('attributedQuote'),
  name: 'attributedQuote',
  defining: true,
  renderHTML: () => ['figure', { 'data-kind': 'quote' }, 0],
});

export const Callout = Node.create({
  ...nodeConfigFromSchema('callout'),
  name: 'callout',
  defining: true,
  parseHTML: () => [{ tag: 'aside[data-kind]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(automatic, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return {
      // Enter in an empty last paragraph leaves the callout, but not its only one.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isLast =
          $from.depth > 1 &&
          $from.node(-1).type === this.type &&
          $from.index(-1) === $from.node(-1).childCount - 1;
        if (!empty || !isLast || $from.parent.content.size > 0 || $from.node(-1).childCount === 1)
          return false;
        return editor
          .chain()
          .command(({ tr }) => {
            const after = $from.after(-1);
            tr.insert(after, editor.schema.nodes.paragraph!.create());
            tr.setSelection(TextSelection.create(tr.doc, after + 1));
            tr.delete($from.before(), $from.after());
            return true;
          })
          .scrollIntoView()
          .run();
      },
    };
  },
});

export const CallToAction = Node.create({
  ...nodeConfigFromSchema('action'),
  name: 'action',
  marks: '',
  defining: true,
  addAttributes: () => ({ href: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'p[data-kind="action"]',
      priority: 60,
      contentElement: (element) => element.querySelector('a') ?? element,
      getAttrs: (element) => ({ href: element.querySelector('a')?.getAttribute('href') ?? '' }),
    },
  ],
  renderHTML: ({ node }) => ['p', { 'data-kind': 'action' }, ['a', { href: node.attrs.href }, 0]],
});

export const Embed = Node.create({
  ...nodeConfigFromSchema('embed'),
  name: 'embed',
  draggable: true,
  renderHTML: ({ HTMLAttributes }) => [
    'figure',
    mergeAttributes({ 'data-kind': 'embed' }, HTMLAttributes),
    0,
  ],
});

export const Caption = Node.create({
  ...nodeConfigFromSchema('caption'),
  name: 'caption',
  isolating: true,
  renderHTML: ({ HTMLAttributes }) => ['figcaption', mergeAttributes(automatic, HTMLAttributes), 0],
  addKeyboardShortcuts() {
    const leave = () => {
      const { $from } = this.editor.state.selection;
      if ($from.parent.type !== this.type) return false;
      const after = $from.after(-1);
      return this.editor
        .chain()
        .command(({ tr }) => {
          const next = tr.doc.resolve(after).nodeAfter;
          if (next?.type.name !== 'paragraph') tr.insert(after, this.editor.schema.nodes.paragraph!.create());
          tr.setSelection(TextSelection.create(tr.doc, after + 1));
          return true;
        })
        .scrollIntoView()
        .run();
    };
    return { Enter: leave, 'Mod-Enter': leave };
  },
});
