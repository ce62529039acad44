import { renameElement } from './inert-html.ts';

/**
 * A picture in pasted content. A picture with neither `file` nor `address` is usually on the author's disk,
 * where browsers cannot read it.
 */
export interface PastedPicture {
  file?: File;
  address?: string;
  alt: string;
}

const picturesOnly = /^data:(image\/[a-z.+-]+);base64,/i;

/**
 * A function that returns the upload key of a picture, or the host of a picture without a file. Returns
 * undefined to leave the picture out.
 */
export type PictureResolver = (
  picture: PastedPicture,
) => { waiting: string } | { absent: string } | undefined;

/** Replaces each picture with a figure. Removes a picture if `placeOf` returns undefined for it. */
export function convertPictures(body: HTMLElement, placeOf: PictureResolver): void {
  for (const image of body.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? '';
    const outer = image.closest('figure') ?? image.closest('picture') ?? image;
    // Removes emoji and tracking pixels.
    if (isTiny(image) || !body.contains(image)) {
      image.remove();
      continue;
    }
    const picture = readPicture(address, image.getAttribute('alt') ?? '');
    const place = placeOf(picture);
    const caption = captionOf(image);
    if (!place) {
      image.remove();
      if (caption) renameElement(caption, 'p');
      continue;
    }
    const figure = body.ownerDocument.createElement('figure');
    figure.setAttribute('data-kind', 'picture');
    const shown = body.ownerDocument.createElement('img');
    for (const [name, value] of Object.entries(place)) shown.setAttribute(`data-${name}`, value);
    if (picture.alt) shown.setAttribute('alt', picture.alt);
    figure.append(shown, ...(caption ? [caption] : []));
    if (outer.localName === 'figure' && outer.querySelectorAll('img').length > 1) {
      outer.before(figure);
      image.remove();
    } else placeFigure(outer, figure);
  }
}

/**
 * Returns the caption of the figure around a picture. Returns undefined if the figure contains other
 * pictures, or if there is no caption.
 */
function captionOf(image: Element): Element | undefined {
  const figure = image.closest('figure');
  if (!figure || figure.querySelectorAll('img').length > 1) return undefined;
  return figure.querySelector('figcaption') ?? undefined;
}

function isTiny(image: Element): boolean {
  const [width, height] = [image.getAttribute('width'), image.getAttribute('height')].map(Number);
  return (width === 1 && height === 1) || /\bemoji\b/i.test(image.className);
}

function readPicture(address: string, alt: string): PastedPicture {
  const [prefix, type] = picturesOnly.exec(address) ?? [];
  if (prefix && type) {
    const file = readBytes(address.slice(prefix.length), type);
    return file ? { file, alt } : { alt };
  }
  return /^https?:\/\//i.test(address) ? { address, alt } : { alt };
}

function readBytes(base64: string, type: string): File | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice('image/'.length).replace(/\+.*/, '')}`, { type });
  } catch {
    return undefined;
  }
}

/**
 * Replaces `outer` with the figure. A figure is a block, so the paragraph or heading around the figure is
 * split.
 */
function placeFigure(outer: Element, figure: Element): void {
  const block = outer.closest('p, h2, h3, h4');
  if (!block) {
    outer.replaceWith(figure);
    return;
  }
  const range = block.ownerDocument.createRange();
  range.setStartAfter(outer);
  range.setEndAfter(block.lastChild ?? outer);
  const rest = block.cloneNode(false) as Element;
  rest.append(range.extractContents());
  outer.remove();
  block.after(figure);
  if (/\S/.test(rest.textContent ?? '') || rest.querySelector('img')) figure.after(rest);
}
