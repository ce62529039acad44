import { Extension, Mark, markInputRule, Node } from '@tiptap/core';
import { marks, nodes } from '../../../../src/shared/writing/schema.ts';

export const Document = Node.create({ name: 'doc', topNode: true, content: nodes.doc.content });

/** Unlike Tiptap's own mark for code, this mark can be combined with a link. */
export const Code = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  excludes: Object.keys(marks)
    .filter((name) => name !== 'link')
    .join(' '),
  parseHTML: () => ['code', 'kbd', 'samp', 'tt'].map((tag) => ({ tag })),
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })];
  },
});

export const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

export const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

const directions = ['ltr', 'rtl'];

function directionOr(usual: string | null) {
  return {
    dir: {
      default: null,
      parseHTML: (element: HTMLElement) => directions.find((one) => one === element.dir) ?? null,
      renderHTML: ({ dir }: Record<string, unknown>) => (dir || usual ? { dir: dir ?? usual } : {}),
    },
  };
}

/**
 * Blocks get their direction from their first strong character. Paragraphs get it from a style, because an element with a
 * `dir` attribute is ignored when the direction of the list around it is determined.
 */
export const TextDirection = Extension.create({
  name: 'directions',
  addGlobalAttributes: () => [
    { types: ['paragraph', 'heading', 'listItem'], attributes: directionOr(null) },
    { types: ['bulletList', 'orderedList', 'blockquote'], attributes: directionOr('auto') },
  ],
});
