import { type CleanedText, cleanHtml, type Refused } from '../shared/writing/clean.ts';
import { escapeXml } from '../shared/xml.ts';
import { linksIn } from './html-parts.ts';
import type { ReadOptions } from '../shared/writing/read.ts';

const became: Record<string, string> = {
  table: 'became lines of text',
  iframe: 'became a link',
  embed: 'became a link',
};

export interface CleanedPost {
  /** `''` when no readable content remains. */
  content: string;
  notes: string[];
  pictures: CleanedText['pictures'];
  /** The addresses of the downloads to which it links. */
  downloads: string[];
}

/** `brought` are the downloads that are in the library here. */
export function cleanPost(
  html: string,
  pictures?: ReadOptions['pictures'],
  brought: ReadonlySet<string> = new Set(),
): CleanedPost | Refused {
  const players: string[] = [];
  const read = withLinksToFiles(html.replaceAll(downloadButton, ''), players);
  const cleaned = cleanHtml(read, { pictures });
  if ('problem' in cleaned) return cleaned;
  const removed = cleaned.removed.map(({ name, count, addresses }) => {
    const what = `${name} ${became[name] ?? 'removed'}`;
    return `${count} × ${[what, ...addresses].join(' ')}`;
  });
  const downloads = downloadsIn(read);
  const staying = downloads.filter((address) => uploads.test(address) && !brought.has(address));
  return {
    content: cleaned.html.replaceAll(/<p>(?:\s|<br \/>)*<\/p>\s*/g, '').trim(),
    notes: [...players, ...removed, ...linksOfPictures(html), ...toldOf(staying)],
    downloads,
    pictures: cleaned.pictures,
  };
}

/** It leads to the same file as the link before it. */
const downloadButton = /<a\b[^<>]*\bwp-block-file__button\b[^<>]*>[^<]*<\/a>/gi;
const pictureLink = /<a\b([^<>]*)>\s*<img\b/gi;

/** Pictures here are no links. A link to the larger picture is no loss. */
function linksOfPictures(html: string): string[] {
  const found = [...html.matchAll(pictureLink)].flatMap(([, inside = '']) => {
    const [, , address = ''] = /\shref\s*=\s*(["'])(.*?)\1/i.exec(inside) ?? [];
    const isFile = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(address);
    return isFile || !address || /\battachment\b/.test(inside) ? [] : [address];
  });
  return found.length > 0 ? [`links of pictures are left out: ${[...new Set(found)].join(' ')}`] : [];
}

const uploads = /\/wp-content\/uploads\/|\/content\/(?:files|media|images)\/|\.files\.wordpress\.com\//;
const download =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|txt|zip|epub|ics|vcf|mp3|m4a|wav|ogg|mp4|mov|webm|avi|svg)$/i;

function downloadsIn(html: string): string[] {
  const hrefs = linksIn(html).map(({ href }) => href);
  return [...new Set(hrefs.filter((href) => download.test(href.replace(/[?#].*$/, ''))))];
}

function toldOf(staying: readonly string[]): string[] {
  return staying.length > 0 ? [`files stay on the other site: ${staying.join(' ')}`] : [];
}

function fileNameIn(address: string): string {
  const name =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || address;
  try {
    return escapeXml(decodeURIComponent(name));
  } catch {
    return escapeXml(name);
  }
}

/** Players of videos and sounds become links to their files, the first one of each player. */
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
      return `<p><a href="${address.replaceAll('"', '%22')}">${fileNameIn(address)}</a></p>`;
    },
  );
}

/** Removes a picture at the very beginning, unless it has a caption or nothing would remain. */
export function withoutFirstPicture(content: string): string {
  return content.replace(/^<figure data-kind="picture"[^<>]*><img [^<>]*><\/figure>\s*(?=\S)/, '');
}

export function withoutCaptions(content: string): string {
  return content.replaceAll(/<figcaption>.*?<\/figcaption>/gs, ' ');
}

/** Shortens after a whole word and adds an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${words.length > max / 2 ? words : cut}…`;
}
