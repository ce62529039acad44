import { findLink } from '../../../../src/shared/writing/links.ts';

/** Text as parts with a link or without one. */
interface Part {
  text: string;
  href?: string;
}

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** Returns the addresses in a line of text as links. */
export function findAddresses(line: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: found, index } of line.matchAll(addresses)) {
    const text = withoutEnd(found);
    const isMail = !/^(?:https?:|www\.)/i.test(text);
    const href = findLink(isMail ? `mailto:${text}` : text);
    if (!href || index < done) continue;
    if (index > done) parts.push({ text: line.slice(done, index) });
    parts.push({ text, href: /^www\./i.test(href) ? `https://${href}` : href });
    done = index + text.length;
  }
  if (done < line.length) parts.push({ text: line.slice(done) });
  return parts;
}

/** The full stop of a sentence is no part of an address, nor is a bracket that opens before it. */
function withoutEnd(address: string): string {
  const trimmed = address.replace(/[.,;:!?'"]+$/, '');
  const isOpened = trimmed.split('(').length >= trimmed.split(')').length;
  return trimmed.endsWith(')') && !isOpened ? withoutEnd(trimmed.slice(0, -1)) : trimmed;
}

/** An empty line separates paragraphs. */
export function paragraphsOf(text: string): string[][] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.split('\n'));
}

const signs = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d+[.)] \S/m,
  /^\|.*\|\s*$/m,
  /^```/m,
  /^> \S/m,
  /\[[^\]\n]+\]\([^)\n]+\)/,
  /(\*\*|__)\S[^\n]*?\S\1/,
  /`[^`\n]+`/,
];

/** Two different signs: one alone also stands in texts that are not Markdown. */
export function isMarkdown(text: string): boolean {
  return signs.filter((sign) => sign.test(text)).length >= 2;
}
