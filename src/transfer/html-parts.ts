import { tokenize } from '../shared/writing/block-tree.ts';
import type { CaptionedPicture } from './incoming-content.ts';

/** A picture has the caption of its figure if the figure has no other picture. */
export function picturesInHtml(html: string): CaptionedPicture[] {
  const pictures: CaptionedPicture[] = [];
  /** For each open figure or list item, the pictures before it. */
  const figures: number[] = [];
  let isCaption = false;
  tokenize(html, {
    addText: (text) => {
      const last = pictures.at(-1);
      if (isCaption && last && pictures.length - (figures.at(-1) ?? 0) === 1) last.caption += text;
    },
    startElement: (name, { src, 'data-src': later, alt = '' }) => {
      const address = src && !src.startsWith('data:') ? src : later;
      if (name === 'img' && address) pictures.push({ address, alt, caption: '' });
      if (name === 'figure' || name === 'li') figures.push(pictures.length);
      if (name === 'figcaption') isCaption = true;
    },
    endElement: (name) => {
      if (name === 'figcaption') isCaption = false;
      if (name === 'figure' || name === 'li') figures.pop();
    },
  });
  return pictures.map((picture) => ({ ...picture, caption: picture.caption.replaceAll(/\s+/g, ' ').trim() }));
}

interface FoundLink {
  href: string;
  label: string;
}

export function linksInHtml(html: string): FoundLink[] {
  const links: FoundLink[] = [];
  let isOpen = false;
  tokenize(html, {
    addText: (text) => {
      if (isOpen) links.at(-1)!.label += text;
    },
    startElement: (name, { href }) => {
      if (name !== 'a') return;
      isOpen = href !== undefined;
      if (href) links.push({ href, label: '' });
      else isOpen = false;
    },
    endElement: (name) => {
      if (name === 'a') isOpen = false;
    },
  });
  return links.map(({ href, label }) => ({ href, label: label.replaceAll(/\s+/g, ' ').trim() }));
}

/** Elements without an end tag. */
const empty: ReadonlySet<string> = new Set([
  ...['br', 'hr', 'img', 'col', 'input', 'source', 'wbr', 'embed', 'track', 'param', 'area', 'link', 'meta'],
]);

interface Headed {
  /** HTML, or `''` before the first heading. */
  heading: string;
  body: string;
}

/** At headings of the second level that are in no other element. Empty parts are left out. */
export function splitAtHeadings(html: string): Headed[] {
  const parts: Headed[] = [{ heading: '', body: '' }];
  for (const piece of splitIntoTopLevelParts(html)) {
    const [, heading] = /^\s*<h2[^>]*>([\s\S]*)<\/h2>\s*$/.exec(piece) ?? [];
    if (heading === undefined) parts.at(-1)!.body += piece;
    else parts.push({ heading, body: '' });
  }
  const trimmed = parts.map(({ heading, body }) => ({ heading, body: body.trim() }));
  return trimmed.filter(({ heading, body }) => heading || body);
}

/** One for each outermost element, with the text before it. Empty elements but `<hr>` count as text. */
export function splitIntoTopLevelParts(html: string): string[] {
  const pieces: string[] = [];
  let [depth, done] = [0, 0];
  for (const { 0: tag, 1: end, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/g)) {
    if (!empty.has(name) && !tag.endsWith('/>')) depth += end ? -1 : 1;
    else if (name !== 'hr') continue;
    if (depth > 0) continue;
    pieces.push(html.slice(done, index + tag.length));
    done = index + tag.length;
  }
  const rest = html.slice(done);
  return rest.trim() ? [...pieces, rest] : pieces;
}

/** Undefined if there is no such element. */
export function firstElement(html: string, name: string): { inner: string; rest: string } | undefined {
  const start = html.search(new RegExp(`<${name}\\b`, 'i'));
  const begin = start === -1 ? -1 : html.indexOf('>', start) + 1;
  if (begin < 1) return undefined;
  const length = html.slice(begin).search(new RegExp(`</${name}\\s*>`, 'i'));
  if (length === -1) return undefined;
  const end = begin + length;
  return { inner: html.slice(begin, end), rest: html.slice(html.indexOf('>', end) + 1) };
}

/** The hosts from which WordPress.com serves the files of its sites. */
export function isFileOfWordPress(address: string): boolean {
  return URL.canParse(address) && /\.files\.wordpress\.com$/.test(new URL(address).hostname);
}

/** Addresses without a host belong to the site, and so do all files on WordPress.com. */
export function isAddressOfSite(address: string, site: string | undefined): boolean {
  if (/^[/?](?![/\\\s])/.test(address)) return true;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const isSame = site !== undefined && URL.canParse(site) && hostOf(site) === hostOf(address);
  return isSame || isFileOfWordPress(address);
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
