import { isExternal } from './links-and-embeds.ts';
import { blockModels } from './block-models.ts';
import { textLimits } from './schema.ts';
import {
  type Block,
  type BlockChild,
  isBlank,
  isBlock,
  type TextMark,
  type TextRun,
  TextTooLargeError,
} from './block-tree.ts';

interface WrittenText {
  html: string;
  isEmpty: boolean;
  media: number[];
  /** Pictures without an alternative text in the HTML. */
  undescribed: number;
}

/** Equal trees have equal HTML. @throws {TextTooLargeError} when it is too long */
export function writeHtml(text: Block): WrittenText {
  const parts: string[] = [];
  const media = new Set<number>();
  let [length, isEmpty, undescribed] = [0, true, 0];
  const append = (part: string) => {
    length += part.length;
    if (length > textLimits.characters) throw new TextTooLargeError(tooLongMessage);
    parts.push(part);
  };

  const writeBlock = (block: Block) => {
    const { type, children } = block;
    const { isSeen, isCode } = blockModels[type];
    if (isSeen) isEmpty = false;
    if (type === 'image') countImage(block);
    if (type === 'doc') return writeChildren(block);
    if (type === 'horizontalRule') return append('<hr />');
    const tag = tagOf(block);
    append(`<${tag}${attributesOf(block)}>`);
    if (type === 'image') return;
    if (isCode) writeCode(block);
    else if (type === 'table') writeTable(block);
    else if (type === 'tableRow') writeRow(children.filter(isBlock));
    else writeChildren(block);
    append(`</${tag}>`);
  };
  const countImage = ({ attributes }: Block) => {
    if (attributes.media === undefined) return;
    media.add(Number(attributes.media));
    if (attributes.alt === undefined) undescribed += 1;
  };
  const writeCode = ({ attributes: { language }, children }: Block) => {
    append(language ? `<code class="language-${language}">` : '<code>');
    writeRuns(children.filter((child): child is TextRun => !isBlock(child)));
    append('</code>');
  };
  const writeTable = ({ attributes: { caption }, children }: Block) => {
    const rows = children.filter(isBlock);
    const body = rows.findIndex((row) => !isHeadRow(row));
    const heads = body === -1 ? rows.length : body;
    if (caption) append(`<caption>${escapeText(caption)}</caption>`);
    if (caption) isEmpty = false;
    const parts = [
      ['thead', rows.slice(0, heads)],
      ['tbody', rows.slice(heads)],
    ] as const;
    for (const [tag, part] of parts) {
      if (part.length === 0) continue;
      append(`<${tag}>`);
      for (const row of part) writeBlock(row);
      append(`</${tag}>`);
    }
  };
  const writeRow = (cells: Block[]) => {
    const scope = cells.every(isHeadCell) ? 'col' : 'row';
    for (const cell of cells) {
      const tag = tagOf(cell);
      append(`<${tag}${isHeadCell(cell) ? ` scope="${scope}"` : ''}${attributesOf(cell)}>`);
      writeChildren(cell);
      append(`</${tag}>`);
    }
  };
  const writeRuns = (runs: TextRun[]) => {
    const open: TextMark[] = [];
    const closeFrom = (from: number) => {
      while (open.length > from) append(`</${open.pop()!.tag}>`);
    };
    for (const { text: runText, marks } of runs) {
      const same = marks.findIndex((mark, at) => !isSame(mark, open[at]));
      closeFrom(same === -1 ? marks.length : same);
      for (const mark of marks.slice(open.length)) {
        open.push(mark);
        append(startOf(mark));
      }
      append(runText === undefined ? '<br />' : escapeText(runText));
      if (isEmpty && runText !== undefined) isEmpty = !/\S/.test(runText);
    }
    closeFrom(0);
  };
  const writeChildren = ({ type, children }: Block) => {
    const runs: TextRun[] = [];
    const flushRuns = () => {
      const isBetween =
        blockModels[type].holds.size > 0 && runs.every((run) => run.text && isBlank(run.text));
      writeRuns(isBetween ? runs.map((run) => ({ text: run.text ?? '', marks: [] })) : runs);
      runs.length = 0;
    };
    for (const child of children) {
      if (!isBlock(child)) {
        runs.push(child);
        continue;
      }
      flushRuns();
      writeBlock(child);
    }
    flushRuns();
  };
  writeBlock(text);
  return { html: trimmed(parts.join('')), isEmpty, media: [...media], undescribed };
}

export const tooLongMessage = `Content may have at most ${textLimits.characters.toLocaleString('en')} characters`;

function isHeadCell(cell: BlockChild): boolean {
  return isBlock(cell) && cell.type === 'tableHeader';
}

function isHeadRow({ children }: Block): boolean {
  return children.every(isHeadCell);
}

function tagOf({ type, attributes }: Block): string {
  const { tag, tags } = blockModels[type];
  return tags?.[attributes.level ?? ''] ?? tag;
}

function attributesOf({ type, attributes }: Block): string {
  const { fixed, rules } = blockModels[type];
  let written = '';
  for (const name in fixed) written += ` ${name}="${escapeValue(fixed[name]!)}"`;
  for (const [name, { html }] of rules) {
    const value = attributes[name];
    if (html && value !== undefined) written += ` ${html}="${escapeValue(value)}"`;
  }
  return written;
}

function trimmed(html: string): string {
  let [from, to] = [0, html.length];
  while (from < to && isBlank(html[from]!)) from += 1;
  while (from < to && isBlank(html[to - 1]!)) to -= 1;
  return html.slice(from, to);
}

function isSame(mark: TextMark, other: TextMark | undefined): boolean {
  return mark.tag === other?.tag && mark.href === other.href;
}

/** A link to another site sends no referrer. */
function startOf({ tag, href }: TextMark): string {
  if (href === undefined) return `<${tag}>`;
  return `<${tag} href="${escapeValue(href)}"${isExternal(href) ? ' rel="noopener noreferrer"' : ''}>`;
}

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
