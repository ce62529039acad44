import type { PictureView } from '../../../src/shared/picture-view.ts';

/** A picture of the gallery. */
export interface GalleryPicture {
  /** The path, relative to the site's root. */
  path: string;
  picture: PictureView | null;
  title: string;
  /** The year, or ''. */
  note: string;
  focal?: { x: number; y: number };
}

/** Returns the alternative text, or the title when there is none. It names a link, so it is never empty: `usual` is the last resort. */
export const inWords = ({ picture, title }: GalleryPicture, usual: string) => picture?.alt || title || usual;
