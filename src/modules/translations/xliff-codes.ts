import { decodedText } from '../../shared/writing/block-tree.ts';
import { escapeXml } from '../../shared/xml.ts';

// XLIFF 1.2 shows translators the tags of a formatted text as `<g id="1">…</g>` and `<x id="2"/>`, which their programs
// protect. The tags themselves stay here, so that a file cannot bring others.

/** A part of a text: words, or the start, the end or the whole of a tag by its number. */
export type Piece = { kind: 'text'; text: string } | { kind: 'start' | 'end' | 'empty'; id: string };

interface Tag {
  name: string;
  start: string;
  /** Undefined for a tag without an end, such as `<br />`. */
  end: string | undefined;
}

interface CodedText {
  pieces: Piece[];
  tags: ReadonlyMap<string, Tag>;
}

const token = /<\/?[a-z][^\s<>/]*(?:"[^"]*"|[^"<>])*>|[^<]+|</gi;

export function codedHtml(html: string): CodedText {
  const tokens = html.match(token) ?? [];
  const ends = matchingEnds(tokens);
  const tags = new Map<string, Tag>();
  const open: string[] = [];
  const pieces = tokens.map((part, at): Piece => {
    if (!isTag(part)) return { kind: 'text', text: decodedText(part) };
    if (ends.closed.has(at)) return { kind: 'end', id: open.pop()! };
    const id = String(tags.size + 1);
    const end = ends.of.get(at);
    tags.set(id, { name: nameOf(part), start: part, end: end === undefined ? undefined : tokens[end] });
    if (end === undefined) return { kind: 'empty', id };
    open.push(id);
    return { kind: 'start', id };
  });
  return { pieces, tags };
}

export function codedLine(text: string): CodedText {
  return { pieces: text === '' ? [] : [{ kind: 'text', text }], tags: new Map() };
}

const isTag = (part: string) => part.length > 1 && part.startsWith('<');
const nameOf = (tag: string) => /^<\/?([^\s>/]+)/.exec(tag)![1]!.toLowerCase();

/** The place of the end of each tag that has one. */
function matchingEnds(tokens: readonly string[]): { of: Map<number, number>; closed: Set<number> } {
  const of = new Map<number, number>();
  const closed = new Set<number>();
  const open: number[] = [];
  for (const [at, part] of tokens.entries()) {
    if (!isTag(part)) continue;
    if (!part.startsWith('</')) open.push(at);
    else {
      const from = open.findLastIndex((start) => nameOf(tokens[start]!) === nameOf(part));
      if (from === -1) continue;
      of.set(open[from]!, at);
      closed.add(at);
      open.length = from;
    }
  }
  return { of, closed };
}

export function xliffOf({ pieces, tags }: CodedText): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return escapeXml(piece.text);
      if (piece.kind === 'end') return '</g>';
      const attributes = ` id="${piece.id}" ctype="x-html-${tags.get(piece.id)!.name}"`;
      return piece.kind === 'start' ? `<g${attributes}>` : `<x${attributes}/>`;
    })
    .join('');
}

export function plainTextOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

export function htmlOf(pieces: readonly Piece[], { tags }: CodedText): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return escapeHtml(piece.text);
      const tag = tags.get(piece.id)!;
      return piece.kind === 'end' ? (tag.end ?? '') : tag.start;
    })
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What is wrong with the tags of a translated text, or undefined. */
export function tagProblemOf(pieces: readonly Piece[], { pieces: own, tags }: CodedText): string | undefined {
  const count = (list: readonly Piece[]) => {
    const counts = new Map<string, number>();
    for (const piece of list)
      if (piece.kind === 'start' || piece.kind === 'empty')
        counts.set(piece.id, (counts.get(piece.id) ?? 0) + 1);
    return counts;
  };
  const [now, before] = [count(pieces), count(own)];
  const nameTag = (id: string) => `${tags.get(id)?.end === undefined ? 'x' : 'g'} id="${id}"`;
  for (const id of now.keys()) if (!before.has(id)) return `The tag <g id="${id}"> is not in the original.`;
  for (const [id, times] of now) if (times > 1) return `The tag <${nameTag(id)}> is there ${times} times.`;
  for (const id of before.keys()) if (!now.has(id)) return `The tag <${nameTag(id)}> is missing.`;
  for (const piece of pieces)
    if (piece.kind !== 'text' && (piece.kind === 'empty') !== (tags.get(piece.id)!.end === undefined))
      return `The tag <${nameTag(piece.id)}> has changed its kind.`;
  return undefined;
}

/** Takes away what a program has added to lay out its file: line breaks beside tags, and the blanks after them. */
export function withoutLayout(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) => {
    if (piece.kind !== 'text') return piece;
    const start = at > 0 ? piece.text.replace(/^\r?\n\s*/, '') : piece.text;
    return { kind: 'text', text: at < pieces.length - 1 ? start.replace(/\r?\n[^\S\r\n]*$/, '') : start };
  });
}

/** The layout is the white space of a text. */
export function compareCodedTexts(one: readonly Piece[], other: readonly Piece[]) {
  const [first, second] = [markedTextOf(one), markedTextOf(other)];
  const [bare, otherBare] = [first, second].map((text) => text.replaceAll(/\s+/g, ''));
  return { isSameText: bare === otherBare, isSameLayout: first === second };
}

function markedTextOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) =>
      piece.kind === 'text' ? piece.text : piece.kind === 'end' ? '\u0003' : `\u0002${piece.id}\u0002`,
    )
    .join('');
}
