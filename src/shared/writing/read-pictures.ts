import { plainFormula } from './removed-content.ts';
import type { Attributes } from './tree.ts';

/** Pages that load pictures lazily have the address in `data-src`. */
export function pictureSourceOf({ src = '', 'data-src': late = '' }: Attributes): string {
  return /^data:/i.test(src) && late ? late : src || late;
}

const emoji =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3|[\u200d\ufe0f\u{e0020}-\u{e007f}])+$/u;
const signs =
  /(?:^|[\s_-])(?:emoji|emojione|twemoji|smiley|emoticon|latex|tex|katex|mathjax|math|formula|equation)(?=[\s_-]|$)/i;
const formulas = /(?:latex|mathtex|mimetex|\/math\/render)\b/i;
/** In pixels. A larger picture is one even if its description is an emoji. */
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
  return isMarked || (!isLarge && emoji.test(text)) ? plainFormula(text) : undefined;
}

/** It counts visitors and shows nothing. */
export function isTiny({ width, height }: Attributes): boolean {
  return Number.parseFloat(width ?? '') <= 1 && Number.parseFloat(height ?? '') <= 1;
}
