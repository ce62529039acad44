import { findEmbedOfAddress } from '../shared/writing/embeds.ts';
import { escapeXml } from '../shared/xml.ts';
import type { IncomingPicture } from './incoming.ts';
import { codeShortcodes, splitAtCode } from './wordpress-code.ts';
import { withParagraphs } from './wordpress-paragraphs.ts';

// The brackets must not contain an opening bracket. Otherwise many unclosed brackets would take quadratic time.
const mediaCode = /\[(embed|audio|video|playlist)\b([^[\]]*)\](?:\s*(?:(https?:[^\s[\]]+)\s*)?\[\/\1\])?/gi;
const shortCode = /\[\/?([a-z][\w-]{2,})((?:\s[^[\]]*)?)\](?!\()/gi;
const startsAttribute = /^\s+[\w-]+\s*=\s*["']/;

/** Earlier versions of the block editor wrote the picture of a cover block into its style. */
const coverPicture =
  /<(?:div|section)\b[^<>]{0,500}?\bbackground-image:\s?url\(([^()<>]{1,1000})\)[^<>]{0,500}>/gi;
/** Two brackets around a shortcode show it instead of running it. */
const escapedCode =
  /(?<!\[)(?:(?<!\w)|(?=\[\[\/))\[(\[\/?([a-z][\w-]*)([\s=][^[\]]*)?\](?:[^[\]]*\[\/\2\])?)\](?!\])/gi;
const knownCodes: ReadonlySet<string> = new Set([
  ...['gallery', 'caption', 'wp_caption', 'embed', 'audio', 'video', 'playlist'],
  ...codeShortcodes,
]);

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
  const ends = new Set(Array.from(content.matchAll(/\[\/([a-z][\w-]{2,})\]/gi), ([, name = '']) => name));
  // Shortcodes in `pre` and `code` remain unchanged.
  const resolved = splitAtCode(withoutComments).map(({ text, isCode }) => {
    if (isCode) return { text: linesOf(text) ?? text.replaceAll(escapedCode, shownInCode), isCode };
    const shown = replaceBetween(
      text.replaceAll(escapedCode, shownInText),
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
  return { html: html.replaceAll('\uE001', '[').replaceAll('\uE002', ']'), notes };
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

/**
 * Returns preformatted text as paragraphs that keep their lines and links. Returns undefined for code, which has no
 * links.
 */
function linesOf(element: string): string | undefined {
  const [, attributes = '', inner = ''] = /^<pre\b([^<>]*)>([\s\S]*)<\/pre\s*>$/i.exec(element) ?? [];
  const isVerse = /\bwp-block-verse\b/.test(attributes);
  if (!inner || (!isVerse && !/<a\s[^<>]*\bhref\b/i.test(inner)) || /<code\b/i.test(inner)) return undefined;
  return inner
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?:^|\n)( +)/g, (start) => start.replaceAll(' ', '&nbsp;'))
    .split(/\n\s*\n/)
    .map((verse) => `<p>${verse.trim().replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
}

/** Replaces the brackets of a shortcode that is shown, so that nothing takes it for one. */
function shownInText(whole: string, inner: string, name: string, inside = ''): string {
  const isCode = knownCodes.has(name.toLowerCase()) || startsAttribute.test(inside);
  if (!isCode && (inside || name !== name.toLowerCase())) return whole;
  return inner.replaceAll('[', '\uE001').replaceAll(']', '\uE002');
}

function shownInCode(whole: string, inner: string, name: string): string {
  return knownCodes.has(name.toLowerCase()) ? inner : whole;
}

/**
 * Replaces the text from each match of `start` to the next match of `end`, including both matches. Both expressions
 * need the flag `g`.
 */
export function replaceBetween(
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
  const [align = ''] = /\balign(?:left|right)\b/.exec(start) ?? [];
  return `\n\n<figure${align && ` class="${align}"`}>${captioned[1]}<figcaption>${words}</figcaption></figure>\n\n`;
}
