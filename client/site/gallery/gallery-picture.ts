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

/** Returns the alternative text, else the title, else `usual`. The result is the name of a link, so it must not be empty. */
export const inWords = ({ picture, title }: GalleryPicture, usual: string) => picture?.alt || title || usual;
