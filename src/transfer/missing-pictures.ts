import type { Block, CaptionedPicture } from '../shared/column-types.ts';
import { cleanHtml } from '../shared/writing/clean-html.ts';
import { splitIntoTopLevelParts } from './html-parts.ts';

const figureOrImage = /<figure data-kind="(?:picture|gallery)"[^<>]*>[\s\S]*?<\/figure>|<img [^<>]*>/g;
const figureOrToken = new RegExp(`${figureOrImage.source}|<[^<>]*>|[^<>]+`, 'g');
const imageId = /<img [^<>]*?data-media="(\d+)"/g;

/**
 * Adds the `missing` pictures of `complete`, the text of the other site, to `stored`. Each goes where it stands among
 * the words there; if staff changed those words, behind the last part that both texts share. No word changes.
 */
export function addMissingPictures(stored: string, complete: string, missing: ReadonlySet<number>): string {
  const parts = splitIntoTopLevelParts(stored);
  const tokens = parts.map((part) => tokensOf(part.trim(), missing));
  const before: string[][] = [...parts.map(() => []), []];
  let next = 0;
  for (const part of splitIntoTopLevelParts(complete).map((each) => each.trim())) {
    const pictures = missingIn(part, missing);
    const isPicture = pictures.join('') === part;
    const completeTokens = tokensOf(part, missing);
    const at = isPicture
      ? -1
      : tokens.findIndex((own, index) => index >= next && merge(own, completeTokens, missing) !== undefined);
    if (at === -1) before[next]!.push(...pictures);
    else {
      const [space] = /^\s*/.exec(parts[at]!)!;
      parts[at] = space + merge(tokens[at]!, completeTokens, missing)!;
      next = at + 1;
    }
  }
  return before.map((pictures, at) => pictures.join('') + (parts[at] ?? '')).join('');
}

/** Figures that show only missing pictures. */
function missingIn(html: string, missing: ReadonlySet<number>): string[] {
  return (html.match(figureOrImage) ?? []).flatMap((whole) => {
    if (isMissing(whole, missing)) return [whole];
    const images = (whole.match(/<img [^<>]*>/g) ?? []).filter((image) => isMissing(image, missing));
    return images.map((image) => `<figure data-kind="picture">${image}</figure>`);
  });
}

function isMissing(html: string, missing: ReadonlySet<number>): boolean {
  const ids = Array.from(html.matchAll(imageId), ([, id]) => Number(id));
  return ids.length > 0 && ids.every((id) => missing.has(id));
}

/** Undefined if the two differ in more than pictures and the addresses of links. */
function merge(
  stored: readonly string[],
  complete: readonly string[],
  missing: ReadonlySet<number>,
): string | undefined {
  const result: string[] = [];
  let at = 0;
  for (const token of complete) {
    if (isMissing(token, missing)) result.push(token);
    else if (at < stored.length && withoutAddress(stored[at]!) === withoutAddress(token))
      result.push(stored[at++]!);
    else return undefined;
  }
  return at === stored.length ? result.join('') : undefined;
}

/** A figure with only missing pictures is one token. */
function tokensOf(html: string, missing: ReadonlySet<number>): string[] {
  return (html.match(figureOrToken) ?? []).flatMap((token) =>
    token.endsWith('</figure>') && !isMissing(token, missing)
      ? (token.match(/<[^<>]*>|[^<>]+/g) ?? [])
      : [token],
  );
}

function withoutAddress(token: string): string {
  return /^<(?:a|img) /.exec(token)?.[0] ?? token;
}

type Missing = ReadonlySet<number>;

/**
 * Adds the missing pictures of `complete`, the blocks of the other site. A block without a counterpart here goes
 * behind the last block that both have.
 */
export function addMissingToBlocks(
  stored: readonly Block[],
  complete: readonly Block[],
  missing: Missing,
): Block[] {
  const blocks = [...stored];
  let next = 0;
  for (const block of complete) {
    const at = blocks.findIndex((own, index) => index >= next && isSameBlock(own, block));
    if (at !== -1) {
      blocks[at] = completeBlock(blocks[at]!, block, missing);
      next = at + 1;
      continue;
    }
    const lone = onlyPictures(block, missing);
    if (lone) blocks.splice(next++, 0, lone);
  }
  return blocks;
}

function isSameBlock(own: Block, block: Block): boolean {
  // A picture beside text was imported as a text when its picture was missing.
  const isOfText = own.kind === block.kind || (own.kind === 'text' && block.kind === 'split');
  return isOfText && (own.heading ?? '') === (block.heading ?? '');
}

function completeBlock(own: Block, block: Block, missing: Missing): Block {
  if (own.kind === 'text' && block.kind === 'split') {
    const isLacking = missing.has(block.picture as number);
    return isLacking ? { ...own, body: cleaned(figureOf(block.picture as number) + String(own.body)) } : own;
  }
  if (own.kind === 'text') {
    const body = addMissingPictures(String(own.body), String(block.body), missing);
    return { ...own, body: cleaned(body) };
  }
  if (own.kind === 'gallery') {
    const shown = own.pictures as CaptionedPicture[];
    const lacking = (block.pictures as CaptionedPicture[]).filter(({ media_id }) => missing.has(media_id));
    const fresh = lacking.filter(({ media_id }) => !shown.some((one) => one.media_id === media_id));
    return { ...own, pictures: [...shown, ...fresh] };
  }
  if (own.kind === 'cards') {
    const cards = block.entries as { title: string; picture: number | null }[];
    const entries = (own.entries as { title: string; picture: number | null }[]).map((card) => {
      const same = cards.find(({ title }) => title === card.title);
      const isLacking = card.picture === null && same?.picture && missing.has(same.picture);
      return isLacking ? { ...card, picture: same.picture } : card;
    });
    return { ...own, entries };
  }
  return own;
}

/** The block's missing pictures. Undefined without any. */
function onlyPictures(block: Block, missing: Missing): Block | undefined {
  if (block.kind === 'gallery') {
    const pictures = (block.pictures as CaptionedPicture[]).filter(({ media_id }) => missing.has(media_id));
    return pictures.length > 0 ? { ...block, pictures } : undefined;
  }
  if (block.kind !== 'text' && block.kind !== 'split') return undefined;
  const inText = addMissingPictures('', String(block.body), missing);
  const beside = missing.has(block.picture as number) ? figureOf(block.picture as number) : '';
  const body = cleaned(beside + inText);
  return body ? { key: block.key, kind: 'text', heading: '', body } : undefined;
}

function figureOf(id: number): string {
  return `<figure data-kind="picture"><img data-media="${id}"></figure>`;
}

function cleaned(html: string): string {
  const result = cleanHtml(html);
  return 'html' in result ? result.html : html;
}
