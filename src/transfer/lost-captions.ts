import { plainText } from '../shared/writing/clean.ts';

const tags =
  /<(\/?)(figure|figcaption|img|iframe|video|audio|object|embed|table|blockquote|pre)\b([^<>]*)>|<(p|dd|div|span)\b[^<>]*\bclass=["'][^"'<>]*\bwp-caption-text\b[^<>]*>/gi;
const source = /\s(?:data-)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

interface Figure {
  /** Whether the figure has something that stays, such as a picture of the library. */
  hasContent: boolean;
  hasLostPicture: boolean;
  captions: [start: number, end: number][];
}

/**
 * Removes the captions of pictures that are left out, because a caption says nothing without its picture. `isKnown`
 * returns whether a picture stays. Adds a note with the words of each caption.
 */
export function withoutLostCaptions(
  html: string,
  isKnown: (address: string) => boolean,
  notes: string[],
): string {
  const lost: [start: number, end: number][] = [];
  const open: Figure[] = [];
  let captionStart: number | undefined;
  let isLastLost = false;
  const unclosed = new Set<string>();
  for (const found of html.matchAll(tags)) {
    const [tag, end, element = '', inside = '', captionTag] = found;
    const name = element.toLowerCase();
    const figure = open.at(-1);
    if (captionTag) {
      const close = unclosed.has(captionTag) ? -1 : html.indexOf(`</${captionTag}>`, found.index);
      if (close === -1) unclosed.add(captionTag);
      else if (isLastLost) lost.push([found.index, close + captionTag.length + 3]);
      isLastLost = false;
    } else if (name === 'figure' && !end) {
      open.push({ hasContent: false, hasLostPicture: false, captions: [] });
    } else if (name === 'figure' && figure) {
      open.pop();
      if (figure.hasLostPicture && !figure.hasContent) lost.push(...figure.captions);
      const above = open.at(-1);
      if (above) above.hasContent ||= figure.hasContent;
      if (above) above.hasLostPicture ||= figure.hasLostPicture;
    } else if (name === 'figcaption') {
      if (!end) captionStart = found.index;
      else if (captionStart !== undefined) figure?.captions.push([captionStart, found.index + tag.length]);
      if (end) captionStart = undefined;
    } else if (name === 'img') {
      const addresses = Array.from(inside.matchAll(source), (all) => all[1] ?? all[2] ?? all[3] ?? '');
      isLastLost = addresses.length > 0 && !addresses.some((address) => isKnown(decoded(address)));
      if (figure && isLastLost) figure.hasLostPicture = true;
      else if (figure) figure.hasContent = true;
    } else if (figure && !end) figure.hasContent = true;
  }
  return cutOut(html, lost, notes);
}

function cutOut(html: string, ranges: [start: number, end: number][], notes: string[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start < done) continue;
    const words = plainText(html.slice(start, end));
    if (words) notes.push(`the caption of a picture that is left out: ${words}`);
    parts.push(html.slice(done, start));
    done = end;
  }
  return parts.join('') + html.slice(done);
}

function decoded(address: string): string {
  return address.replaceAll('&amp;', '&').replaceAll('&#038;', '&').trim();
}
