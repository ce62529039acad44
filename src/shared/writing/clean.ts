import { blocks, boxes, cells, readAs, skipped } from './elements.ts';
import { type ReadOptions, readHtml } from './read.ts';
import { limits } from './schema.ts';
import { tokenize } from './tokens.ts';
import { TextTooLarge } from './tree.ts';
import { tooLong, writeHtml } from './write.ts';

export interface CleanedText {
  /** Empty if nothing visible is left. */
  html: string;
  removed: { name: string; count: number; addresses: string[] }[];
  pictures: { address: string; alt: string }[];
}

export interface Refused {
  problem: string;
}

/** Preserves all words. Cleaning the result again changes nothing, and every parser reads it in the same way. */
export function cleanHtml(html: string, options: ReadOptions = {}): CleanedText | Refused {
  if (html.length > limits.characters) return { problem: tooLong };
  try {
    const { text, removed, pictures } = readHtml(html, options);
    const written = writeHtml(text);
    return {
      html: written.isEmpty ? '' : written.html,
      removed: [...removed].map(([name, { count, addresses }]) => ({
        ...{ name, count },
        addresses: [...addresses],
      })),
      pictures,
    };
  } catch (error) {
    if (error instanceof TextTooLarge) return { problem: error.message };
    throw error;
  }
}

export function plainText(html: string): string {
  const parts: string[] = [];
  let skip: string | undefined;
  const isApart = (name: string) =>
    name === 'br' || boxes.has(name) || cells.has(name) || Object.hasOwn(blocks, readAs[name] ?? name);
  tokenize(html, {
    addText: (text) => {
      if (skip === undefined) parts.push(text);
    },
    startElement: (name) => {
      if (skip === undefined && isApart(name)) parts.push(' ');
      if (skip === undefined && skipped.has(name)) skip = name;
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
