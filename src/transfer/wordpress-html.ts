import { z } from 'zod';
import { findEmbedOfAddress } from '../shared/writing/links-and-embeds.ts';
import { escapeXml } from '../shared/xml.ts';
import type { IncomingPicture } from './incoming-content.ts';
import { codeShortcodes, type CodeOrText, splitAtCode } from './wordpress-code-samples.ts';

// The classic editor stores no paragraphs. WordPress shows its texts by these rules: an empty line ends a
// paragraph, a block element is on its own, every other line break is kept.

/** No text inside: kept as they are. */
const opaque = 'script|style|svg|textarea';
const blocks =
  'address|article|aside|audio|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|embed|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|map|menu|nav|object|ol|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const block = new RegExp(`<(${opaque})\\b[^<>]*>|<(!--)|<(/?)(${blocks})\\b[^<>]*>`, 'gi');
const empty: ReadonlySet<string> = new Set(['hr', 'col', 'embed']);
/** Their text is a single paragraph. */
const lines = /^(?:p|h[1-6]|caption|dt|figcaption|legend|summary)$/;
/** They contain only other elements. White space in them means nothing. */
const structures =
  /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl|menu|select|object|video|audio|iframe|map)$/;
/** Their lone text stays without a paragraph. */
const cells = /^(?:li|td|th|dd|figure|div|address|center|form|fieldset)$/;

interface Open {
  name: string;
  hasBlocks: boolean;
}

/** Adds paragraphs to all parts but code. */
function withParagraphs(parts: readonly CodeOrText[]): string {
  const codes: string[] = [];
  const text = parts.map((part) => (part.isCode ? hold(part.text, codes) : part.text)).join('');
  return paragraphsOf(text.replaceAll(/\r\n?/g, '\n'))
    .replaceAll(/<pre data-held="(\d+)"><\/pre>|\uE000(\d+)\uE000/g, (_, one?: string, other?: string) => {
      return codes[Number(one ?? other)] ?? '';
    })
    .trim();
}

function hold(code: string, codes: string[]): string {
  codes.push(code);
  const at = codes.length - 1;
  return /^<(?:pre|p)\b/i.test(code) ? `<pre data-held="${at}"></pre>` : `\uE000${at}\uE000`;
}

function endsWithEmptyLine(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2;
}

function paragraphsOf(text: string): string {
  const out: string[] = [];
  const open: Open[] = [{ name: '', hasBlocks: false }];
  const counts = new Map<string, number>();
  const close = () => {
    const { name } = open.pop()!;
    counts.set(name, counts.get(name)! - 1);
  };
  const unclosed = new Set<string>();
  let [done, skipTo] = [0, 0];
  for (const match of text.matchAll(block)) {
    if (match.index < skipTo) continue;
    const [start, element, comment, end, blockName = ''] = match;
    const ending = comment ? '-->' : element && `</${element}>`;
    const endsAt = ending && !unclosed.has(ending) ? text.indexOf(ending, match.index) : -1;
    if (ending && endsAt === -1) {
      unclosed.add(ending);
      continue;
    }
    const tag = ending ? text.slice(match.index, endsAt + ending.length) : start;
    if (ending) skipTo = match.index + tag.length;
    const name = blockName.toLowerCase();
    const isEnd = end === '/';
    const isInner = ending !== undefined;
    const run = text.slice(done, match.index);
    // A script or comment inside a paragraph does not end it.
    if (isInner && run.trim() && !endsWithEmptyLine(run)) continue;
    out.push(...textsIn(run, open.at(-1)!, isEnd));
    done = match.index + tag.length;
    const isApart = open.length === 1 && !isEnd && !isInner && /\s/.test(run);
    out.push(isApart ? `\n${tag}` : tag);
    if (isInner) continue;
    if (isEnd) {
      if ((counts.get(name) ?? 0) === 0) continue;
      while (open.at(-1)!.name !== name) close();
      close();
      continue;
    }
    if (open.at(-1)!.name === 'p') close();
    open.at(-1)!.hasBlocks = true;
    if (empty.has(name) || tag.endsWith('/>')) continue;
    open.push({ name, hasBlocks: false });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  out.push(...textsIn(text.slice(done), open.at(-1)!, true));
  return out.join('');
}

/** `run` is between block tags. `isLast`: the element ends after it. */
function textsIn(run: string, { name, hasBlocks }: Open, isLast: boolean): string[] {
  if (structures.test(name)) return run.trim() ? [run] : [];
  const paragraphs = run
    .replaceAll(/(?:<br\b[^<>]*>\s*){2,}/gi, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^(?:\s|<br\b[^<>]*>)+|(?:\s|<br\b[^<>]*>)+$/gi, ''))
    .filter(Boolean)
    .map((paragraph) => paragraph.replaceAll(/(?:<br\b[^<>]*>)?(?<![ \t])[ \t]*\n/gi, '<br>\n'));
  if (name === 'p') return paragraphs.length > 0 ? [paragraphs.join('</p>\n<p>')] : [];
  if (lines.test(name)) return paragraphs.length > 0 ? [paragraphs.join('<br>\n')] : [];
  const isLone = cells.test(name) && paragraphs.length === 1 && !hasBlocks && (isLast || name !== 'div');
  if (isLone) return paragraphs;
  const space = /^\s/.test(run) ? '\n' : '';
  return paragraphs.map((paragraph, at) => `${at === 0 ? space : '\n'}<p>${paragraph}</p>`);
}

// No opening bracket inside, or many unclosed ones would take quadratic time.
const mediaCode = /\[(embed|audio|video|playlist)\b([^[\]]*)\](?:\s*(?:(https?:[^\s[\]]+)\s*)?\[\/\1\])?/gi;
const shortCode = /\[\/?([a-z][\w-]{2,})((?:\s[^[\]]*)?)\](?!\()/gi;
const startsAttribute = /^\s+[\w-]+\s*=\s*["']/;

/** Earlier versions of the block editor wrote the picture of a cover into its style. */
const coverPicture =
  /<(?:div|section)\b[^<>]{0,500}?\bbackground-image:\s?url\(([^()<>]{1,1000})\)[^<>]{0,500}>/gi;
/** Two brackets around a shortcode show it instead of running it. */
const escapedCode =
  /(?<!\[)(?:(?<!\w)|(?=\[\[\/))\[(\[\/?([a-z][\w-]*)([\s=][^[\]]*)?\](?:[^[\]]*\[\/\2\])?)\](?!\])/gi;
const knownCodes: ReadonlySet<string> = new Set([
  ...['gallery', 'caption', 'wp_caption', 'embed', 'audio', 'video', 'playlist'],
  ...codeShortcodes,
]);

interface OtherSitePictures {
  /** A picture of the other site's library. */
  byId(id: string): IncomingPicture | undefined;
  /** In their order. Without `id`, those of the converted item. */
  uploadedTo(id?: string): IncomingPicture[];
}

/** Converts stored content to HTML without shortcodes. */
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
  // Shortcodes in `pre` and `code` stay.
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
        // A word in brackets may be plain text. Attributes or an end tag make it a shortcode.
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

/** Those in the shortcode, or else those that were uploaded to the item. */
function picturesOfGallery(attributes: string, pictures: OtherSitePictures): IncomingPicture[] {
  const listOf = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*["'”]?([\\d,\\s]+)`, 'i')
      .exec(attributes)?.[1]
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean);
  const ids = listOf('ids') ?? listOf('include');
  if (ids) return ids.flatMap((id) => pictures.byId(id) ?? []);
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

/** Keeps lines and links of preformatted text. Undefined for code, which has no links. */
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

/** Escapes brackets, so that later steps do not take the text for a shortcode. */
function shownInText(whole: string, inner: string, name: string, inside = ''): string {
  const isCode = knownCodes.has(name.toLowerCase()) || startsAttribute.test(inside);
  if (!isCode && (inside || name !== name.toLowerCase())) return whole;
  return inner.replaceAll('[', '\uE001').replaceAll(']', '\uE002');
}

function shownInCode(whole: string, inner: string, name: string): string {
  return knownCodes.has(name.toLowerCase()) ? inner : whole;
}

/** Replaces the text from each match of `start` to the next of `end`, both included. Both need the flag `g`. */
function replaceBetween(
  text: string,
  start: RegExp,
  end: RegExp,
  replace: (inner: string, start: string) => string,
): string {
  const parts: string[] = [];
  let done = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    end.lastIndex = start.lastIndex;
    const closing = end.exec(text);
    if (!closing) break;
    parts.push(text.slice(done, match.index), replace(text.slice(start.lastIndex, closing.index), match[0]));
    done = end.lastIndex;
    start.lastIndex = done;
  }
  return parts.join('') + text.slice(done);
}

/** In texts from before 2012, the caption is an attribute. */
function withCaption(inner: string, start: string): string {
  const captioned = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner);
  if (!captioned) return inner;
  const caption = captioned[2]?.trim() || (/\scaption\s*=\s*(["'])(.*?)\1/is.exec(start)?.[2] ?? '');
  const [align = ''] = /\balign(?:left|right)\b/.exec(start) ?? [];
  return `\n\n<figure${align && ` class="${align}"`}>${captioned[1]}<figcaption>${caption}</figcaption></figure>\n\n`;
}

const Notes = z.array(z.object({ id: z.string(), content: z.string() }));
const listBlock = /<!--\s+wp:footnotes\b[^<>]*\/-->/;
/** Of plugins, for a note within the text. */
const shortcodes = ['footnote', 'ref', 'efn_note', 'mfn', 'fn'];

/** At their place or at the end. The block editor has them in `stored`, plugins in shortcodes. */
export function withFootnotes(content: string, stored: string): string {
  const notes = Notes.safeParse(jsonIn(stored)).data ?? [];
  const take = (note: string) => {
    const id = `note-${notes.length + 1}`;
    notes.push({ id, content: note.trim() });
    return `<sup><a href="#${id}" id="${id}-link">${notes.length}</a></sup>`;
  };
  const text = shortcodes
    .filter((name) => content.includes(`[/${name}]`))
    .reduce((before, name) => {
      const [start, end] = [new RegExp(`\\[${name}\\b[^[\\]]*\\]`, 'g'), new RegExp(`\\[/${name}\\]`, 'g')];
      return splitAtCode(before)
        .map((part) => (part.isCode ? part.text : replaceBetween(part.text, start, end, take)))
        .join('');
    }, content);
  if (notes.length === 0) return text;
  const items = notes.map(({ id, content: note }) => {
    const safe = escapeXml(id);
    return `<li id="${safe}">${note} <a href="#${safe}-link">↩</a></li>`;
  });
  const list = `<ol>${items.join('')}</ol>`;
  const asBlock = `<!-- wp:html -->${list}<!-- /wp:html -->`;
  if (listBlock.test(text)) return text.replace(listBlock, () => asBlock);
  return `${text}\n\n${text.includes('<!-- wp:') ? asBlock : list}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
