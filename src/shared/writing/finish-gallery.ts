import { limits } from './schema.ts';
import { type Block, type Child, isBlock, textOfChildren } from './tree.ts';

/**
 * Divides images into as few galleries as possible. The sizes of the galleries differ by one image at most, so
 * that no gallery has a single image.
 */
export function splitIntoGalleries(images: Block[]): Block[][] {
  const count = Math.ceil(images.length / limits.galleryImages);
  const startOf = (at: number) => Math.floor((at * images.length) / count);
  return Array.from({ length: count }, (_, at) => images.slice(startOf(at), startOf(at + 1)));
}

const gatheredFrom = new Set<string>(['bulletList', 'orderedList', 'listItem', 'figure']);

/** Separates images from all other blocks. Images in nested lists and figures are included. */
export function separateImages(children: readonly Child[]): [images: Block[], others: Child[]] {
  const images: Block[] = [];
  const others: Child[] = [];
  for (const child of children) {
    const isOpened = isBlock(child) && gatheredFrom.has(child.type);
    const [inner, rest] = isOpened ? separateImages(child.children) : [[], []];
    if (isBlock(child) && child.type === 'image') images.push(child);
    else if (inner.length === 0 && !(isOpened && child.type === 'listItem')) others.push(child);
    else others.push(...withParagraph(rest));
    images.push(...inner);
  }
  return [images, others];
}

function withParagraph(children: Child[]): Block[] {
  const runs = children.filter((child) => !isBlock(child));
  const blocks = children.filter(isBlock);
  return textOfChildren(runs) === ''
    ? blocks
    : [{ type: 'paragraph', attributes: {}, children: runs }, ...blocks];
}
