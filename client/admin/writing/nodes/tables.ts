import { mergeAttributes, Node } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import {
  CellSelection,
  deleteCellSelection,
  findTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables';
import { nodeConfigFromSchema } from '../nodes-from-schema.ts';

const wholeOr1 = (name: string) => (element: HTMLElement) => Number(element.getAttribute(name)) || 1;
const span = (name: string) => ({
  default: 1,
  parseHTML: wholeOr1(name),
  renderHTML: ({ [name]: value }: Record<string, unknown>) => (value === 1 ? {} : { [name]: value }),
});
const cell = {
  addAttributes: () => ({
    colspan: span('colspan'),
    rowspan: span('rowspan'),
    // ProseMirror's column widths. Stored tables have none.
    colwidth: { default: null, rendered: false },
  }),
};

const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

export const TableCell = Node.create({
  ...nodeConfigFromSchema('tableCell'),
  ...cell,
  name: 'tableCell',
  selectable: false,
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

export const TableHeader = Node.create({
  ...nodeConfigFromSchema('tableHeader'),
  ...cell,
  name: 'tableHeader',
  selectable: false,
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

export const TableRow = Node.create({
  ...nodeConfigFromSchema('tableRow'),
  name: 'tableRow',
  selectable: false,
  renderHTML: () => ['tr', 0],
});

export const Table = Node.create({
  ...nodeConfigFromSchema('table'),
  name: 'table',
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addAttributes() {
    return {
      ...nodeConfigFromSchema('table').addAttributes(),
      caption: {
        default: '',
        rendered: false,
        parseHTML: (element) => element.querySelector(':scope > caption')?.textContent?.trim() ?? '',
      },
    };
  },
  parseHTML: () => [
    {
      tag: 'table',
      // The caption is an attribute of the node, not content.
      contentElement: (element) => {
        element.querySelector(':scope > caption')?.remove();
        return element;
      },
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const attributes = mergeAttributes({ dir: 'auto' }, HTMLAttributes);
    if (!node.attrs.caption) return ['table', attributes, ['tbody', 0]];
    return ['table', attributes, ['caption', node.attrs.caption], ['tbody', 0]];
  },
  addKeyboardShortcuts() {
    const move = (direction: -1 | 1) => () => {
      const { state, view } = this.editor;
      if (!isInTable(state)) return false;
      // No effect in the last or first cell. Escape leaves the table.
      goToNextCell(direction)(state, view.dispatch);
      return true;
    };
    return {
      Tab: move(1),
      'Shift-Tab': move(-1),
      Backspace: () => {
        const { state, view } = this.editor;
        return state.selection instanceof CellSelection && deleteCellSelection(state, view.dispatch);
      },
      Escape: () => {
        const { state, view } = this.editor;
        const table = isInTable(state) && findTable(state.selection.$from);
        if (!table) return false;
        const after = table.pos + table.node.nodeSize;
        const { tr } = state;
        const next = tr.doc.resolve(after).nodeAfter;
        if (!next?.isTextblock) tr.insert(after, state.schema.nodes.paragraph!.create());
        view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
        return true;
      },
    };
  },
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
});
