import { DOMSerializer, type Node } from '@tiptap/pm/model';

/**
 * Returns the HTML to store, or `''`. Leaves out pictures that are still uploading, but not those pasted without a
 * file.
 */
export function htmlOf(document_: Node): string {
  const box = window.document.createElement('div');
  DOMSerializer.fromSchema(document_.type.schema).serializeFragment(document_.content, {}, box);
  for (const image of box.querySelectorAll('img:not([data-media], [data-absent])')) image.remove();
  for (const figure of box.querySelectorAll<HTMLElement>(
    'figure:is([data-kind="picture"], [data-kind="gallery"])',
  )) {
    const count = figure.querySelectorAll('img').length;
    if (count === 0) figure.remove();
    else if (count === 1) figure.dataset.kind = 'picture';
  }
  for (const caption of box.querySelectorAll('figcaption:empty')) caption.remove();
  for (const element of box.querySelectorAll('[dir="auto"]')) element.removeAttribute('dir');
  for (const element of box.querySelectorAll('[data-waiting]')) element.removeAttribute('data-waiting');
  // Tiptap's empty last paragraph lets the person write below any block, and is not stored.
  const last = box.lastElementChild;
  if (last?.localName === 'p' && !last.firstChild) last.remove();
  return box.innerHTML;
}

interface WaitingPicture {
  /** `''` if the picture has no upload. */
  key: string;
  position: number;
  /** Whether it was pasted without a file. A draft can be saved before it has one. */
  isAbsent: boolean;
}

/** Returns the pictures without a library id: still uploading, or pasted without a file. */
export function findWaitingPictures(document_: Node): WaitingPicture[] {
  const waiting: WaitingPicture[] = [];
  document_.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs.media === null) {
      waiting.push({ key: node.attrs.waiting ?? '', position, isAbsent: node.attrs.absent !== null });
    }
    return !node.isTextblock;
  });
  return waiting;
}
