import type { PictureView } from '../../../src/shared/picture-view.ts';

/** Narrower pictures lose most of what they show in a wide frame. */
const narrow = 1.2;

/** Whether a picture is so narrow that a wide frame shows only a strip of it. */
export function shapeOf(picture: Pick<PictureView, 'width' | 'height'> | null): 'tall' | undefined {
  return picture && picture.width / picture.height < narrow ? 'tall' : undefined;
}
