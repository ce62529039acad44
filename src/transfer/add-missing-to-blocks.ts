import type { Block, CaptionedPicture } from '../shared/json-values.ts';
import { cleanHtml } from '../shared/writing/clean.ts';
import { addMissingPictures } from './add-missing-pictures.ts';

type Missing = ReadonlySet<number>;

/** `complete` has all pictures. A block without a counterpart goes behind the last that both have. */
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
  // Without its picture, a picture beside text was imported as a text.
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

/** Only its missing pictures. Undefined if it has none. */
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
