import { type Block, isBlock, textOfChildren } from './tree.ts';

const maxCaption = 1000;

/**
 * Completes a table: removes empty rows, adds a paragraph to empty cells, and joins the captions. A long
 * caption becomes a paragraph before the table. A table without rows is replaced with a paragraph that
 * contains its caption.
 */
export function finishTable({ children, ...table }: Block): Block[] {
  const blocks = children.filter(isBlock);
  const rows = blocks.filter((row) => row.type === 'tableRow' && row.children.length > 0).map(withFullCells);
  const captions = blocks.filter(({ type }) => type === 'tableCaption');
  const said = [table.attributes.caption, ...captions.map((one) => textOfChildren(one.children))]
    .filter(Boolean)
    .join(' · ');
  const isShort = said.length <= maxCaption && rows.length > 0;
  const before = said && !isShort ? [paragraph(said)] : [];
  if (rows.length === 0) return before;
  const { caption: _, ...attributes } = table.attributes;
  return [
    ...before,
    { ...table, attributes: { ...attributes, ...(said && isShort && { caption: said }) }, children: rows },
  ];
}

function withFullCells(row: Block): Block {
  const cells = row.children.filter(isBlock);
  return {
    ...row,
    children: cells.map((cell) => (cell.children.length > 0 ? cell : { ...cell, children: [paragraph()] })),
  };
}

function paragraph(text?: string): Block {
  return { type: 'paragraph', attributes: {}, children: text === undefined ? [] : [{ text, marks: [] }] };
}
