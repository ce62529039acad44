import { findEmbedOfAddress } from '../shared/writing/embeds.ts';
import { escapeXml } from '../shared/xml.ts';
import type { IncomingPicture } from './incoming.ts';

const blocks =
  'address|article|aside|blockquote|details|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|iframe|object|script|style';
// The brackets must not contain an opening bracket. Otherwise many unclosed brackets would take quadratic time.
const mediaCode = /\[(embed|audio|video|playlist)\b([^[\]]*)\](?:\s*(?:(https?:[^\s[\]]+)\s*)?\[\/\1\])?/gi;
const shortCode = /\[\/?([a-z][\w-]{2,})((?:\s[^[\]]*)?)\](?!\()/gi;
const startsAttribute = /^\s+[\w-]+\s*=\s*["']/;
const startsBlock = new RegExp(`^\\s*</?(?:${blocks})\\b`, 'i');

/** Earlier versions of the block editor wrote the picture of a cover block into its style. */
const coverPicture =
  /<(?:div|section)\b[^<>]{0,500}?\bbackground-image:\s?url\(([^()<>]{1,1000})\)[^<>]{0,500}>/gi;
const standsBeside =
  /(?:<(?:img|figure)\b[^<>]{0,1000}?|\[(?:wp_)?caption\b[^[\]]{0,500}?)\balign(?:left|right)\b/gi;

export interface OtherSitePictures {
  /** Returns a file of the other site's library by its id. */
  byId(id: string): IncomingPicture | undefined;
  /** Returns the pictures that were uploaded to an item, in their order. If `id` is absent, uses the converted item. */
  uploadedTo(id?: string): IncomingPicture[];
}

/** Converts the content of an item to HTML without shortcodes. The notes say what was changed or left out. */
export function toReadableHtml(
  content: string,
  pictures: OtherSitePictures,
): { html: string; notes: string[] } {
  const notes: string[] = [];
  const codes = new Set<string>();
  const hasBlocks = content.includes('<!-- wp:');
  const withoutComments = content
    .replaceAll(/<!--\s*\/?wp:[^<]*?-->/g, '')
    .replaceAll(/<!--\s*(?:more|nextpage)\b[^<]*?-->/g, '')
    .replaceAll(coverPicture, withCoverPicture);
  const beside = withoutComments.match(standsBeside)?.length ?? 0;
  if (beside > 0)
    notes.push(`${beside} × a picture stood beside the text: here it stands between paragraphs`);
  const ends = new Set(Array.from(content.matchAll(/\[\/([a-z][\w-]{2,})\]/gi), ([, name = '']) => name));
  // Shortcodes in `pre` and `code` remain unchanged.
  const resolved = splitAtCode(withoutComments).map(({ text, isCode }) => {
    if (isCode) return { text, isCode };
    const shown = replaceBetween(
      text,
      /\[(?:wp_)?caption\b[^[\]]*\]/gi,
      /\[\/(?:wp_)?caption\]/gi,
      withCaption,
    )
      .replaceAll(/\[gallery\b([^[\]]*)\]/gi, (_, attributes: string) => {
        const known = picturesOfGallery(attributes, pictures);
        if (known.length === 0) notes.push('a gallery is left out: the file names none of its pictures');
        return known.length > 0 ? `\n\n${galleryOf(known)}\n\n` : '';
      })
      .replaceAll(mediaCode, (_, name: string, attributes: string, inner?: string) => {
        const address = inner ?? /https?:[^\s"'\]]+/.exec(attributes)?.[0];
        if (address && findEmbedOfAddress(address)) return `\n\n${videoOf(address)}\n\n`;
        notes.push(address ? `${name} became a link: ${address}` : `${name} is left out`);
        return address ? `\n\n${linkTo(address)}\n\n` : '';
      })
      .replaceAll(/^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm, (_, address: string) => {
        if (findEmbedOfAddress(address)) return `\n\n${videoOf(address)}\n\n`;
        notes.push(`embed became a link: ${address}`);
        return `\n\n${linkTo(address)}\n\n`;
      })
      .replaceAll(shortCode, (whole, name: string, inside: string) => {
        // A word in brackets may be plain text. It counts as a shortcode only if it has attributes or an end tag.
        const hasAttributes = startsAttribute.test(inside);
        if (!hasAttributes && (!/^\s*\/?$/.test(inside) || !ends.has(name))) return whole;
        codes.add(name);
        return '';
      });
    return { text: shown, isCode };
  });
  for (const name of codes) notes.push(`the short code [${name}] is left out, what it held stays`);
  const html = hasBlocks ? resolved.map(({ text }) => text).join('') : withParagraphs(resolved);
  return { html, notes };
}

/** Returns the pictures of a gallery: those in the shortcode, or else those that were uploaded to the item. */
function picturesOfGallery(attributes: string, pictures: OtherSitePictures): IncomingPicture[] {
  const listOf = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*["'”]?([\\d,\\s]+)`, 'i')
      .exec(attributes)?.[1]
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean);
  const named = listOf('ids') ?? listOf('include');
  if (named) return named.flatMap((id) => pictures.byId(id) ?? []);
  const left = new Set(listOf('exclude')?.map((id) => pictures.byId(id)?.address));
  return pictures.uploadedTo(listOf('id')?.[0]).filter(({ address }) => !left.has(address));
}

function withCoverPicture(tag: string, address: string): string {
  const plain = address.replaceAll(/^\s*(?:&quot;|&#0?39;|["'])|(?:&quot;|&#0?39;|["'])\s*$/g, '');
  return `${tag}<figure><img src="${plain.replaceAll('"', '%22')}" alt=""></figure>`;
}

function galleryOf(pictures: IncomingPicture[]): string {
  const images = pictures.map(
    ({ address, alt }) => `<img src="${escapeXml(address)}" alt="${escapeXml(alt)}">`,
  );
  return `<figure class="wp-block-gallery">${images.join('')}</figure>`;
}

function videoOf(address: string): string {
  return `<figure class="wp-block-embed"><p>${escapeXml(address.replaceAll('&amp;', '&'))}</p></figure>`;
}

function linkTo(address: string): string {
  const safe = address.replaceAll('&amp;', '&').replaceAll('&', '&amp;').replaceAll('"', '%22');
  return `<p><a href="${safe}">${safe}</a></p>`;
}

interface Part {
  text: string;
  isCode: boolean;
}

function splitAtCode(text: string): Part[] {
  const parts: Part[] = [];
  const start = /<(pre|code)\b/gi;
  const unclosed = new Set<string>();
  let done = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const name = found[1]!.toLowerCase();
    if (unclosed.has(name)) continue;
    const end = name === 'pre' ? /<\/pre\s*>/gi : /<\/code\s*>/gi;
    end.lastIndex = start.lastIndex;
    if (!end.test(text)) {
      unclosed.add(name);
      continue;
    }
    parts.push({ text: text.slice(done, found.index), isCode: false });
    parts.push({ text: text.slice(found.index, end.lastIndex), isCode: true });
    done = end.lastIndex;
    start.lastIndex = done;
  }
  return [...parts, { text: text.slice(done), isCode: false }];
}

/**
 * Replaces the text from each match of `start` to the next match of `end`, including both matches. Both expressions
 * need the flag `g`.
 */
function replaceBetween(
  text: string,
  start: RegExp,
  end: RegExp,
  replace: (inner: string, start: string) => string,
): string {
  const parts: string[] = [];
  let done = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    end.lastIndex = start.lastIndex;
    const closing = end.exec(text);
    if (!closing) break;
    parts.push(text.slice(done, found.index), replace(text.slice(start.lastIndex, closing.index), found[0]));
    done = end.lastIndex;
    start.lastIndex = done;
  }
  return parts.join('') + text.slice(done);
}

/** Converts a caption shortcode to a figure. In texts from before 2012, the caption is an attribute. */
function withCaption(inner: string, start: string): string {
  const captioned = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner);
  if (!captioned) return inner;
  const words = captioned[2]?.trim() || (/\scaption\s*=\s*(["'])(.*?)\1/is.exec(start)?.[2] ?? '');
  return `\n\n<figure>${captioned[1]}<figcaption>${words}</figcaption></figure>\n\n`;
}

/** Turns lines into paragraphs as WordPress does. Code remains unchanged. */
function withParagraphs(parts: Part[]): string {
  const held: string[] = [];
  const text = parts
    .map(({ text: part, isCode }) => {
      if (!isCode) return part;
      held.push(part);
      return /^<pre/i.test(part)
        ? `\n\n\uE000${held.length - 1}\uE000\n\n`
        : `\uE000${held.length - 1}\uE000`;
    })
    .join('');
  const isHeldBlock = (chunk: string) => {
    const [, at] = /^\uE000(\d+)\uE000$/.exec(chunk) ?? [];
    return at !== undefined && /^<pre/i.test(held[Number(at)] ?? '');
  };
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((chunk) => chunk.trim())
    .filter(Boolean)
    .map((chunk) =>
      startsBlock.test(chunk) || isHeldBlock(chunk) ? chunk : `<p>${chunk.replaceAll('\n', '<br>\n')}</p>`,
    )
    .join('\n')
    .replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => held[Number(at)] ?? '');
}
