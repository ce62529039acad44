import type { Attributes } from './block-tree.ts';

const mediaImage = /<img data-media="([1-9]\d{0,9})"/g;
const maxId = 2 ** 31 - 1;

/** Each once. Stored HTML is canonical, so no parser is needed. */
export function mediaIdsOf(html: string): number[] {
  const ids = [...html.matchAll(mediaImage)].map(([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** A picture for which `idOf` returns 0 is never shown. */
export function withMediaIds(html: string, idOf: (id: number) => number): string {
  return html.replaceAll(mediaImage, (_, id) => `<img data-media="${idOf(Number(id))}"`);
}

/** For programs. A picture without a source stays as it is. */
export function withPictureSources(html: string, sourceOf: (id: number) => string | undefined): string {
  return html.replaceAll(mediaImage, (image, id) => {
    const source = sourceOf(Number(id));
    return source ? `${image} src="${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"` : image;
  });
}

const absent = /<img(?: alt="[^"]*")? data-absent="[^"]*">/g;

/** Placeholders are for pictures that the author still has to upload. */
export function countPicturePlaceholders(html: string): number {
  return html.match(absent)?.length ?? 0;
}

export function withoutPicturePlaceholders(html: string): string {
  return html.replaceAll(absent, '');
}

const undescribed = /<img data-media="([1-9]\d{0,9})">/g;

/** Pictures without an alternative text in the HTML. */
export function undescribedMediaIds(html: string): number[] {
  return Array.from(html.matchAll(undescribed), ([, id]) => Number(id)).filter((id) => id <= maxId);
}

const described = /<img data-media="([1-9]\d{0,9})" alt="([^"]+)"/g;
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Alternative texts by id. Of several for a picture, the first counts. */
export function mediaDescriptions(html: string): Map<number, string> {
  const texts = Array.from(html.matchAll(described), ([, id, alt]): [number, string] => [
    Number(id),
    alt!.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name]!),
  ]);
  return new Map(texts.filter(([id]) => id <= maxId).reverse());
}

/** Pages that load pictures lazily have the address in `data-src`. */
export function pictureSourceOf({ src = '', 'data-src': late = '' }: Attributes): string {
  return /^data:/i.test(src) && late ? late : src || late;
}

const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3|[\u200d\ufe0f\u{e0020}-\u{e007f}])+$/u;
const signs =
  /(?:^|[\s_-])(?:emoji|emojione|twemoji|smiley|emoticon|latex|tex|katex|mathjax|math|formula|equation)(?=[\s_-]|$)/i;
const formulas = /(?:latex|mathtex|mimetex|\/math\/render)\b/i;
/** In pixels. A larger picture stays a picture even if its description is an emoji. */
const maxSigned = 128;

/** Such as an emoji or a formula. Undefined for any other picture. */
export function textOfPicture(attributes: Attributes): string | undefined {
  const { alt = '', class: names = '', src = '', width = '', height = '' } = attributes;
  if (attributes['data-media'] !== undefined || attributes['data-absent'] !== undefined) return undefined;
  const text = alt.trim() || attributes['data-emoji'] || attributes['data-stringify-emoji'] || '';
  if (text === '') return undefined;
  const isMarked =
    attributes['data-emoji'] !== undefined ||
    attributes['data-stringify-emoji'] !== undefined ||
    signs.test(names) ||
    formulas.test(src.slice(0, 500));
  const isLarge = Number.parseFloat(width) > maxSigned || Number.parseFloat(height) > maxSigned;
  return isMarked || (!isLarge && emoji.test(text)) ? formulaWithoutMarkup(text) : undefined;
}

/** A tiny picture counts visitors and shows nothing. */
export function isTinyPicture({ width, height }: Attributes): boolean {
  return Number.parseFloat(width ?? '') <= 1 && Number.parseFloat(height ?? '') <= 1;
}

/** Without the frame that Wikipedia adds to TeX. */
export function formulaWithoutMarkup(tex: string): string {
  const [, plain = tex] = /^\s*\{\s*\\displaystyle\s([\s\S]*)\}\s*$/.exec(tex) ?? [];
  return plain.trim();
}
