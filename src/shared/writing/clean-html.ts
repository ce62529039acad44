import * as elements from './html-elements.ts';
import { describeRemovedContent, recordRemoved } from './removed-content.ts';
import { readBlockOf } from './block-models.ts';
import { type ReadOptions, readHtml } from './read-html.ts';
import { textLimits } from './schema.ts';
import { finishBlocks } from './finish-blocks.ts';
import { finishForeign } from './finish-foreign.ts';
import { finishPlaces, hasPlaces } from './link-places.ts';
import { TextTooLargeError, tokenize } from './block-tree.ts';
import { tooLongMessage, writeHtml } from './write-html.ts';

export interface CleanedText {
  /** Empty if nothing visible remains. */
  html: string;
  removed: { name: string; count: number; addresses: string[] }[];
  /** Left out, because the library does not have them. */
  pictures: { address: string; alt: string }[];
  /** Tells the author what was left out or converted. */
  notes: string[];
  /** The ids of the library's pictures, each once. */
  media: number[];
  /** Pictures without an alternative text in the HTML. */
  undescribed: number;
  wordCount: number;
}

export interface RefusedText {
  problem: string;
}

/** Keeps all text that browsers show. Cleaning again changes nothing, and every HTML parser reads it alike. */
export function cleanHtml(html: string, options: ReadOptions = {}): CleanedText | RefusedText {
  if (html.length > (options.maxCharacters ?? textLimits.characters)) return { problem: tooLongMessage };
  try {
    const { text, isForeign, ...leftovers } = readHtml(html, options);
    const finished = finishBlocks(isForeign ? finishForeign(text) : text, isForeign);
    if (hasPlaces(html)) {
      const onDead = (href: string) => recordRemoved(leftovers, 'place', {}, href);
      finishPlaces(finished, { isForeign, onDead });
    }
    const written = writeHtml(finished);
    return {
      html: written.isEmpty ? '' : written.html,
      removed: [...leftovers.removed].map(([name, { count, addresses }]) => ({
        name,
        count,
        addresses: [...addresses],
      })),
      pictures: leftovers.pictures,
      notes: describeRemovedContent(leftovers),
      media: written.media,
      undescribed: written.undescribed,
      wordCount: countWords(written.html),
    };
  } catch (error) {
    if (error instanceof TextTooLargeError) return { problem: error.message };
    throw error;
  }
}

const inlineTag = /<\/?(?:strong|em|[usa]|su[bp]|code)(?: [^<>]*)?>/g;

function countWords(html: string): number {
  const text = html
    .replaceAll(inlineTag, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt);/g, '&');
  return text.split(/[\s\u00a0]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

export function plainText(html: string): string {
  const parts: string[] = [];
  let skip: string | undefined;
  const isApart = (name: string) =>
    name === 'br' ||
    name === 'img' ||
    elements.blockElements.has(name) ||
    readBlockOf(name, {}) !== undefined;
  tokenize(html, {
    addText: (text) => {
      if (skip === undefined) parts.push(text);
    },
    startElement: (name) => {
      if (skip === undefined && isApart(name)) parts.push(' ');
      if (skip === undefined && elements.skippedElements.has(name)) skip = name;
    },
    endElement: (name) => {
      if (skip === name) skip = undefined;
      else if (skip === undefined && isApart(name)) parts.push(' ');
    },
  });
  return parts
    .join('')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}
