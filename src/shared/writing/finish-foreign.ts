import { codeLanguageOfLabel } from './code-frames.ts';
import { type Block, type BlockChild, isBlank, isBlock, type TextRun, textOfChildren } from './block-tree.ts';

/**
 * Corrects what other programs write differently: levels of headings, header rows, line breaks, and empty paragraphs
 * that only make room.
 */
export function finishForeign(text: Block): Block {
  keepSteps(text);
  return { ...text, children: finished(text) };
}

const boxes = new Set<string>(['tableCell', 'tableHeader', 'listItem']);
/** Removed with the last of their content. */
const emptied = new Set<string>(['blockquote', 'callout']);
const holdsText = new Set<string>(['paragraph', 'heading', 'caption']);

function finished({ type, children }: Block, isInBox = boxes.has(type)): BlockChild[] {
  const result: BlockChild[] = [];
  for (const child of withoutLabels(children)) {
    if (!isBlock(child)) {
      result.push(child);
    } else if (holdsText.has(child.type)) {
      const block = withText(child);
      if (isInBox || child.type === 'caption' || block.children.length > 0) result.push(block);
    } else if (child.type === 'codeBlock') {
      const last = child.children.at(-1);
      if (last && !isBlock(last)) last.text = last.text?.replace(/\n$/, '') ?? '';
      result.push(child);
    } else {
      if (child.type === 'table') promoteBoldRow(child);
      const inner = finished(child, isInBox || boxes.has(child.type));
      if (inner.length > 0 || !emptied.has(child.type) || child.children.length === 0)
        result.push({ ...child, attributes: withoutUsualDirection(child.attributes), children: inner });
    }
  }
  return type === 'doc' || type === 'blockquote' ? withoutRoom(result) : result;
}

/** Removes line breaks between blocks. */
function withoutRoom(children: BlockChild[]): BlockChild[] {
  const result: BlockChild[] = [];
  let group: TextRun[] = [];
  const close = () => {
    const isRoom =
      group.every(({ text = '' }) => isBlank(text)) && group.some(({ text }) => text === undefined);
    if (!isRoom) result.push(...group);
    group = [];
  };
  for (const child of children) {
    if (!isBlock(child)) {
      group.push(child);
      continue;
    }
    close();
    result.push(child);
  }
  close();
  return result;
}

function withText(block: Block): Block {
  const runs = block.children.filter((child): child is TextRun => !isBlock(child));
  const isHeading = block.type === 'heading';
  const cleaned = runs.map(({ text, marks }): TextRun => {
    const isLink = marks.some(({ tag }) => tag === 'a');
    const kept = marks.filter(({ tag }) => !(isLink && tag === 'u') && !(isHeading && tag === 'strong'));
    return text === undefined ? { marks: kept } : { text, marks: kept };
  });
  const children = cleaned.every(({ text = '' }) => !/[^\s\u00a0]/.test(text))
    ? []
    : withoutEndBreaks(cleaned);
  return { ...block, attributes: withoutUsualDirection(block.attributes), children };
}

/** Also removes the blanks before line breaks. */
function withoutEndBreaks(runs: TextRun[]): TextRun[] {
  while (runs.length > 0 && isBlank(runs.at(-1)!.text ?? '')) {
    if (runs.at(-1)!.text !== undefined && !runs.slice(0, -1).some((run) => run.text === undefined)) break;
    runs.pop();
  }
  runs.forEach((run, at) => {
    if (run.text !== undefined && runs[at + 1] && runs[at + 1]!.text === undefined)
      run.text = run.text.trimEnd();
  });
  return runs.filter(({ text }) => text !== '');
}

/** Programs set `dir="ltr"` on every element, so only `rtl` is kept. */
function withoutUsualDirection({ dir, ...others }: Block['attributes']): Block['attributes'] {
  return dir === 'rtl' ? { ...others, dir } : others;
}

/** A box before a block of code is its label if it names the language, or a button follows it. */
function withoutLabels(children: readonly BlockChild[]): BlockChild[] {
  return children.filter((child, at) => {
    const code = children.slice(at + 1, at + 3).find((next) => isBlock(next) || !isBlank(next.text ?? ''));
    if (!code || !isBlock(code) || code.type !== 'codeBlock') return true;
    if (isBlock(child) && !child.isLoose) return true;
    const label = (isBlock(child) ? textOfChildren(child.children) : (child.text ?? '')).trim();
    if (label === '') return true;
    if (label.toLowerCase() === code.attributes.language) return false;
    const language = child.hasButton ? codeLanguageOfLabel(label) : undefined;
    if (!language || code.attributes.language) return true;
    code.attributes.language = language;
    return false;
  });
}

function keepSteps(text: Block): void {
  const headings: Block[] = [];
  const collect = (block: Block) => {
    if (block.type === 'heading') headings.push(block);
    for (const child of block.children) if (isBlock(child)) collect(child);
  };
  collect(text);
  const levels = [...new Set(headings.map(({ level }) => level ?? 2))].sort((one, other) => one - other);
  if (levels[0] !== 1) return;
  for (const heading of headings)
    heading.attributes.level = String(Math.min(4, levels.indexOf(heading.level ?? 2) + 2));
}

/** If all words of the first row are bold, it is a row of headers. */
function promoteBoldRow(table: Block): void {
  const rows = table.children.filter((child): child is Block => isBlock(child) && child.type === 'tableRow');
  const [first, second] = rows;
  const cells = rows.flatMap(({ children }) => children.filter(isBlock));
  for (const cell of cells) if (cell.type === 'tableHeader') removeBold(cell);
  if (!first || !second || cells.some(({ type }) => type === 'tableHeader')) return;
  const heads = first.children.filter(isBlock);
  if (!heads.every((cell) => textOfChildren(cell.children) !== '' && isBold(cell))) return;
  for (const cell of heads) {
    cell.type = 'tableHeader';
    removeBold(cell);
  }
}

function isBold({ children }: Block): boolean {
  return children.every((child) =>
    isBlock(child)
      ? isBold(child)
      : isBlank(child.text ?? '') || child.marks.some(({ tag }) => tag === 'strong'),
  );
}

function removeBold(block: Block): void {
  for (const child of block.children) {
    if (isBlock(child)) removeBold(child);
    else child.marks = child.marks.filter(({ tag }) => tag !== 'strong');
  }
}
