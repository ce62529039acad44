import type { Part } from './wordpress-code.ts';

// WordPress stores texts of its classic editor without paragraphs. When it shows such a text, an empty line ends a
// paragraph, a block element stands for itself, and every other line break is kept. This file follows these rules.

/** Elements whose content is no text, and comments. They are kept as they are. */
const opaque = 'script|style|svg|textarea';
const blocks =
  'address|article|aside|audio|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|embed|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|map|menu|nav|object|ol|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const block = new RegExp(`<(${opaque})\\b[^<>]*>|<(!--)|<(/?)(${blocks})\\b[^<>]*>`, 'gi');
const empty: ReadonlySet<string> = new Set(['hr', 'col', 'embed']);
/** Elements whose text is a single paragraph. */
const lines = /^(?:p|h[1-6]|caption|dt|figcaption|legend|summary)$/;
/** Elements that contain only other elements. White space in them means nothing. */
const structures =
  /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl|menu|select|object|video|audio|iframe|map)$/;
/** Elements whose lone text stays without a paragraph. */
const cells = /^(?:li|td|th|dd|figure|div|address|center|form|fieldset)$/;

interface Open {
  name: string;
  hasBlocks: boolean;
}

/** Turns the lines of a classic text into paragraphs. Code stays as it is. */
export function withParagraphs(parts: readonly Part[]): string {
  const held: string[] = [];
  const text = parts.map((part) => (part.isCode ? hold(part.text, held) : part.text)).join('');
  return paragraphsOf(text.replaceAll(/\r\n?/g, '\n'))
    .replaceAll(/<pre data-held="(\d+)"><\/pre>|\uE000(\d+)\uE000/g, (_, one?: string, other?: string) => {
      return held[Number(one ?? other)] ?? '';
    })
    .trim();
}

function hold(code: string, held: string[]): string {
  held.push(code);
  const at = held.length - 1;
  return /^<(?:pre|p)\b/i.test(code) ? `<pre data-held="${at}"></pre>` : `\uE000${at}\uE000`;
}

function endsWithEmptyLine(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2;
}

function paragraphsOf(text: string): string {
  const out: string[] = [];
  const open: Open[] = [{ name: '', hasBlocks: false }];
  const counts = new Map<string, number>();
  const close = () => {
    const { name } = open.pop()!;
    counts.set(name, counts.get(name)! - 1);
  };
  const unclosed = new Set<string>();
  let [done, skipTo] = [0, 0];
  for (const found of text.matchAll(block)) {
    if (found.index < skipTo) continue;
    const [start, element, comment, end, blockName = ''] = found;
    const ending = comment ? '-->' : element && `</${element}>`;
    const endsAt = ending && !unclosed.has(ending) ? text.indexOf(ending, found.index) : -1;
    if (ending && endsAt === -1) {
      unclosed.add(ending);
      continue;
    }
    const tag = ending ? text.slice(found.index, endsAt + ending.length) : start;
    if (ending) skipTo = found.index + tag.length;
    const name = blockName.toLowerCase();
    const isEnd = end === '/';
    const isInner = ending !== undefined;
    const run = text.slice(done, found.index);
    // A script or comment inside of a paragraph does not end it.
    if (isInner && run.trim() && !endsWithEmptyLine(run)) continue;
    out.push(...textsIn(run, open.at(-1)!, isEnd));
    done = found.index + tag.length;
    const isApart = open.length === 1 && !isEnd && !isInner && /\s/.test(run);
    out.push(isApart ? `\n${tag}` : tag);
    if (isInner) continue;
    if (isEnd) {
      if ((counts.get(name) ?? 0) === 0) continue;
      while (open.at(-1)!.name !== name) close();
      close();
      continue;
    }
    if (open.at(-1)!.name === 'p') close();
    open.at(-1)!.hasBlocks = true;
    if (empty.has(name) || tag.endsWith('/>')) continue;
    open.push({ name, hasBlocks: false });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  out.push(...textsIn(text.slice(done), open.at(-1)!, true));
  return out.join('');
}

/** Returns a text between two tags of blocks as paragraphs. `isLast` is whether its element ends behind it. */
function textsIn(run: string, { name, hasBlocks }: Open, isLast: boolean): string[] {
  if (structures.test(name)) return run.trim() ? [run] : [];
  const paragraphs = run
    .replaceAll(/(?:<br\b[^<>]*>\s*){2,}/gi, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^(?:\s|<br\b[^<>]*>)+|(?:\s|<br\b[^<>]*>)+$/gi, ''))
    .filter(Boolean)
    .map((paragraph) => paragraph.replaceAll(/(?:<br\b[^<>]*>)?(?<![ \t])[ \t]*\n/gi, '<br>\n'));
  if (name === 'p') return paragraphs.length > 0 ? [paragraphs.join('</p>\n<p>')] : [];
  if (lines.test(name)) return paragraphs.length > 0 ? [paragraphs.join('<br>\n')] : [];
  const isLone = cells.test(name) && paragraphs.length === 1 && !hasBlocks && (isLast || name !== 'div');
  if (isLone) return paragraphs;
  const space = /^\s/.test(run) ? '\n' : '';
  return paragraphs.map((paragraph, at) => `${at === 0 ? space : '\n'}<p>${paragraph}</p>`);
}
