import { Extension, Mark, markInputRule, Node } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import { checkedPlace } from '../../../../src/shared/writing/block-models.ts';
import { markRules, nodeRules } from '../../../../src/shared/writing/schema.ts';

export const Document = Node.create({ name: 'doc', topNode: true, content: nodeRules.doc.content });

/** Begins with any block, such as a picture. Tiptap's own must begin with a paragraph. */
export const Item = ListItem.extend({ content: nodeRules.listItem.content });

/** Unlike Tiptap's own, it can be combined with a link. */
export const Code = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  excludes: Object.keys(markRules)
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
 * A block without a `dir` follows its first strong character. Lists and quotes get `dir="auto"`. Paragraphs and
 * headings get a style instead, because `dir="auto"` on a list ignores elements that have a `dir`.
 */
export const TextDirection = Extension.create({
  name: 'directions',
  addGlobalAttributes: () => [
    { types: ['paragraph', 'heading', 'listItem'], attributes: directionOr(null) },
    { types: ['bulletList', 'orderedList', 'blockquote'], attributes: directionOr('auto') },
  ],
});

/** The ids to which links of the text lead. */
export const Places = Extension.create({
  name: 'places',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'listItem'],
      attributes: {
        place: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element: HTMLElement) => checkedPlace(element.id) ?? null,
          renderHTML: ({ place }: Record<string, unknown>) => (place ? { id: place } : {}),
        },
      },
    },
  ],
});
