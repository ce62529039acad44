import { blocks, root } from './elements.ts';
import { isForeign } from './links.ts';
import { limits } from './schema.ts';
import { type Block, isBlank, isBlock, type Mark, type Run, TextTooLarge } from './tree.ts';

export interface WrittenText {
  html: string;
  isEmpty: boolean;
}

/** Equal texts give equal HTML. @throws {TextTooLarge} */
export function writeHtml(text: Block): WrittenText {
  const parts: string[] = [];
  let [length, isEmpty] = [0, true];
  const put = (part: string) => {
    length += part.length;
    if (length > limits.characters) throw new TextTooLarge(tooLong);
    parts.push(part);
  };

  const writeBlock = (block: Block) => {
    const { tag } = block;
    const { isEmpty: isVoid, isSeen, dropsFirstBreak } = blocks[tag] ?? {};
    if (isSeen) isEmpty = false;
    if (isVoid) return put(`<${tag} />`);
    if (tag !== root) put(`<${tag}>`);
    const [first] = block.children;
    const isDropped = first && !isBlock(first) && first.marks.length === 0 && first.text?.startsWith('\n');
    if (dropsFirstBreak && isDropped) put('\n');
    writeChildren(block);
    if (tag !== root) put(`</${tag}>`);
  };
  const writeRuns = (runs: Run[]) => {
    const open: Mark[] = [];
    const closeFrom = (from: number) => {
      while (open.length > from) put(`</${open.pop()!.tag}>`);
    };
    for (const { text, marks } of runs) {
      const same = marks.findIndex((mark, at) => !isSame(mark, open[at]));
      closeFrom(same === -1 ? marks.length : same);
      for (const mark of marks.slice(open.length)) {
        open.push(mark);
        put(startOf(mark));
      }
      put(text === undefined ? '<br />' : escapeText(text));
      if (isEmpty && text !== undefined) isEmpty = !/\S/.test(text);
    }
    closeFrom(0);
  };
  const writeChildren = ({ tag, children }: Block) => {
    const runs: Run[] = [];
    const writeHeld = () => {
      const isBetween = blocks[tag]?.holds && runs.every(({ text }) => text && isBlank(text));
      writeRuns(isBetween ? runs.map(({ text }) => ({ text: text ?? '', marks: [] })) : runs);
      runs.length = 0;
    };
    for (const child of children) {
      if (!isBlock(child)) {
        runs.push(child);
        continue;
      }
      writeHeld();
      writeBlock(child);
    }
    writeHeld();
  };
  writeBlock(text);
  return { html: trimmed(parts.join('')), isEmpty };
}

export const tooLong = `Content may have at most ${limits.characters.toLocaleString('en')} characters`;

function trimmed(html: string): string {
  let [from, to] = [0, html.length];
  while (from < to && isBlank(html[from]!)) from += 1;
  while (from < to && isBlank(html[to - 1]!)) to -= 1;
  return html.slice(from, to);
}

function isSame(mark: Mark, other: Mark | undefined): boolean {
  return mark.tag === other?.tag && mark.href === other.href;
}

/** Links to other sites send no referrer. */
function startOf({ tag, href }: Mark): string {
  if (href === undefined) return `<${tag}>`;
  return `<${tag} href="${escapeText(href).replaceAll('"', '&quot;')}"${isForeign(href) ? ' rel="noopener noreferrer"' : ''}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
