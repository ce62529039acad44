import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

interface ImageValues {
  media?: number | null;
  waiting?: string | null;
  alt?: string | null;
}

/** Replaces an empty paragraph, and moves the caret to the first caption. */
export function insertPictures(view: EditorView, images: readonly ImageValues[], isGallery = false): void {
  const { state } = view;
  const { image, caption, picture, gallery } = state.schema.nodes;
  if (!image || !caption || !picture || !gallery || images.length === 0) return;
  const figures: Node[] = isGallery
    ? [gallery.create(null, [...images.map((values) => image.create(values)), caption.create()])]
    : images.map((values) => picture.create(null, [image.create(values), caption.create()]));
  const { tr } = state;
  const { $from } = state.selection;
  const isEmptyParagraph = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const place = isEmptyParagraph && $from.depth > 0 ? $from.before() : undefined;
  if (place === undefined) {
    const after =
      $from.depth > 0
        ? $from.after(isGallery ? 1 : blockDepth($from.depth, (depth) => $from.node(depth)))
        : state.selection.to;
    tr.insert(after, Fragment.from(figures));
    tr.setSelection(TextSelection.near(tr.doc.resolve(after + 2)));
  } else {
    tr.replaceWith(place, $from.after(), Fragment.from(figures));
    tr.setSelection(TextSelection.near(tr.doc.resolve(place + 2)));
  }
  view.dispatch(tr.scrollIntoView());
}

/** Returns the depth of the innermost block that a picture can follow. */
function blockDepth(depth: number, nodeAt: (depth: number) => Node): number {
  for (let at = depth; at > 1; at -= 1) {
    const parent = nodeAt(at - 1);
    const { picture } = parent.type.schema.nodes;
    if (picture && parent.canReplaceWith(parent.childCount, parent.childCount, picture)) return at;
  }
  return 1;
}

/** Removes the images at ascending positions, with a figure that would be empty. */
export function removeImages(view: EditorView, positions: readonly number[]): void {
  const { tr } = view.state;
  for (const position of positions.toReversed()) {
    const $at = tr.doc.resolve(position);
    const isOnly = $at.parent.childCount <= 2;
    const [from, to] = isOnly ? [$at.before(), $at.after()] : [position, position + 1];
    tr.delete(from, to);
  }
  view.dispatch(tr);
}
