import { type CleanedText, cleanHtml, plainText, type RefusedText } from '../shared/writing/clean-html.ts';
import type { ReadOptions } from '../shared/writing/read-html.ts';
import { escapeXml } from '../shared/xml.ts';
import { fileNameOf } from '../shared/writing/removed-content.ts';
import { isAddressOfSite, linksInHtml, picturesInHtml } from './html-parts.ts';
import type { IncomingPage, IncomingPicture, IncomingPost, PageSection } from './incoming-content.ts';

const tags =
  /<(\/?)(figure|figcaption|img|iframe|video|audio|object|embed|table|blockquote|pre)\b([^<>]*)>|<(p|dd|div|span)\b[^<>]*\bclass=["'][^"'<>]*\bwp-caption-text\b[^<>]*>/gi;
const source = /\s(?:data-)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

interface Figure {
  /** Such as a picture of the library. */
  hasContent: boolean;
  hasLostPicture: boolean;
  captions: [start: number, end: number][];
}

/** A caption says nothing without its picture. `isKnown` tells whether that stays. */
function withoutLostCaptions(html: string, isKnown: (address: string) => boolean, notes: string[]): string {
  const lost: [start: number, end: number][] = [];
  const open: Figure[] = [];
  let captionStart: number | undefined;
  let isLastLost = false;
  const unclosed = new Set<string>();
  for (const match of html.matchAll(tags)) {
    const [tag, end, element = '', inside = '', captionTag] = match;
    const name = element.toLowerCase();
    const figure = open.at(-1);
    if (captionTag) {
      const close = unclosed.has(captionTag) ? -1 : html.indexOf(`</${captionTag}>`, match.index);
      if (close === -1) unclosed.add(captionTag);
      else if (isLastLost) lost.push([match.index, close + captionTag.length + 3]);
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
      if (!end) captionStart = match.index;
      else if (captionStart !== undefined) figure?.captions.push([captionStart, match.index + tag.length]);
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
    const caption = plainText(html.slice(start, end));
    if (caption) notes.push(`the caption of a picture that is left out: ${caption}`);
    parts.push(html.slice(done, start));
    done = end;
  }
  return parts.join('') + html.slice(done);
}

function decoded(address: string): string {
  return address.replaceAll('&amp;', '&').replaceAll('&#038;', '&').trim();
}

const became: Record<string, string> = {
  table: 'became lines of text',
  iframe: 'became a link',
  embed: 'became a link',
  audio: 'became a link',
  video: 'became a link',
  math: 'became text',
  details: 'became paragraphs',
  place: '(a link to a place that is not in the text) removed',
  checkbox: '(a box of a checklist) removed',
  hidden: '(a hidden part) removed',
};

export interface CleanedPost {
  /** `''` when no readable content remains. */
  content: string;
  notes: string[];
  pictures: CleanedText['pictures'];
  /** The addresses of files to which the post links. */
  downloads: string[];
}

/** `brought` has the addresses of downloads that are in the library already. */
export function cleanPost(
  html: string,
  pictures?: ReadOptions['pictures'],
  brought: ReadonlySet<string> = new Set(),
): CleanedPost | RefusedText {
  const notes: string[] = [];
  const isKnown = (address: string) => pictures?.has(address) === true;
  const captioned = withoutLostCaptions(html.replaceAll(downloadButton, ''), isKnown, notes);
  const read = withLinksToFiles(captioned, notes);
  const cleaned = cleanHtml(read, { pictures });
  if ('problem' in cleaned) return cleaned;
  const removed = cleaned.removed.map(({ name, count, addresses }) => {
    const what = `${name} ${became[name] ?? 'removed'}`;
    return `${count} × ${[what, ...addresses].join(' ')}`;
  });
  const beside = cleaned.html ? countBeside(captioned, isKnown) : 0;
  if (beside > 0)
    notes.push(`${beside} × a picture stood beside the text: here it stands between paragraphs`);
  const downloads = downloadsIn(read);
  const staying = downloads.filter((address) => uploads.test(address) && !brought.has(address));
  return {
    content: cleaned.html.replaceAll(/<p>(?:\s|<br \/>)*<\/p>\s*/g, '').trim(),
    notes: [...notes, ...removed, ...linksOfPictures(html), ...toldOf(staying)],
    downloads,
    pictures: cleaned.pictures,
  };
}

const floating =
  /<(?:img|figure|div)\b[^<>]*?\sclass\s*=\s*["'][^"'<>]*\balign(?:left|right)\b[^"'<>]*["'][^<>]*>/gi;

/** How many pictures beside the text stay. A picture and its figure may both say where they stand. */
function countBeside(html: string, isKnown: (address: string) => boolean): number {
  const seen = new Set<number>();
  let count = 0;
  for (const match of html.matchAll(floating)) {
    const start = /^<img/i.test(match[0]) ? match.index : html.indexOf('<img', match.index);
    if (start === -1) break;
    if (seen.has(start)) continue;
    seen.add(start);
    const [image] = picturesInHtml(html.slice(start, html.indexOf('>', start) + 1));
    if (image && isKnown(image.address)) count += 1;
  }
  return count;
}

/** The link before this button leads to the same file. */
const downloadButton = /<a\b[^<>]*\bwp-block-file__button\b[^<>]*>[^<]*<\/a>/gi;
const pictureLink = /<a\b([^<>]*)>\s*<img\b/gi;

/** Pictures in a post cannot be links. Those to a larger version of the picture are not reported. */
function linksOfPictures(html: string): string[] {
  const addresses = [...html.matchAll(pictureLink)].flatMap(([, inside = '']) => {
    const [, , address = ''] = /\shref\s*=\s*(["'])(.*?)\1/i.exec(inside) ?? [];
    const isFile = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(address);
    return isFile || !address || /\battachment\b/.test(inside) ? [] : [address];
  });
  return addresses.length > 0 ? [`links of pictures are left out: ${[...new Set(addresses)].join(' ')}`] : [];
}

const uploads = /\/wp-content\/uploads\/|\/content\/(?:files|media|images)\/|\.files\.wordpress\.com\//;
const download =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|zip|epub|ics|vcf|mp3|m4a|wav|ogg|mp4|mov|webm|avi|svg)$/i;

function downloadsIn(html: string): string[] {
  const hrefs = linksInHtml(html).map(({ href }) => href);
  return [...new Set(hrefs.filter((href) => download.test(href.replace(/[?#].*$/, ''))))];
}

function toldOf(staying: readonly string[]): string[] {
  return staying.length > 0 ? [`files stay on the other site: ${staying.join(' ')}`] : [];
}

/** Replaces a player by a link to its first file. */
function withLinksToFiles(html: string, notes: string[]): string {
  let isPlayer = false;
  let isLinked = false;
  return html.replaceAll(
    /<(\/?)(video|audio|source)\b([^<>]*)>/gi,
    (whole, end, tag: string, inside: string) => {
      const name = tag.toLowerCase();
      if (name === 'source' && !isPlayer) return whole;
      if (name !== 'source') [isPlayer, isLinked] = [!end, false];
      const [, , address] = /\ssrc\s*=\s*(["'])(.*?)\1/i.exec(inside) ?? [];
      if (end || isLinked || !address) return '';
      isLinked = true;
      notes.push(`${name === 'source' ? 'player' : name} became a link: ${address}`);
      return `<p><a href="${address.replaceAll('"', '%22')}">${escapeXml(fileNameOf(address))}</a></p>`;
    },
  );
}

/** Unless it has a caption, or the content has nothing else. */
export function withoutFirstPicture(content: string): string {
  return content.replace(/^<figure data-kind="picture"[^<>]*><img [^<>]*><\/figure>\s*(?=\S)/, '');
}

export function withoutCaptions(content: string): string {
  return content.replaceAll(/<figcaption>.*?<\/figcaption>/gs, ' ');
}

/** `max` includes the ellipsis. Cuts between words, unless that would remove more than half. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  const whole = cut.replace(/\s+\S*$/, '');
  return `${whole.length > max / 2 ? whole : cut}…`;
}

export interface LinkedFiles {
  pictures: string[];
  downloads: string[];
}

export function linkedFilesOf(item: IncomingPost | IncomingPage, site: string | undefined): LinkedFiles {
  const inSections = 'sections' in item ? picturesOfSections(item.sections) : [];
  const all = [...(item.picture ? [item.picture] : []), ...inSections, ...picturesInHtml(item.html)];
  const pictures = new Set(all.map(({ address }) => address).filter((address) => !/^data:/i.test(address)));
  return {
    pictures: [...pictures],
    downloads: downloadsIn(item.html).filter((address) => isAddressOfSite(address, site)),
  };
}

export function picturesOfSections(sections: readonly PageSection[]): IncomingPicture[] {
  return sections.flatMap((section) => {
    if (section.kind === 'split') return section.picture;
    if (section.kind === 'gallery') return section.pictures;
    return section.kind === 'cards' ? section.entries.flatMap((entry) => entry.picture ?? []) : [];
  });
}
