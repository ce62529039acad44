import type { PictureView } from '../../../src/shared/picture-view.ts';

/** A picture of the gallery: of the album, or of a page that it belongs to. */
export interface GalleryPicture {
  /** The path, relative to the site's root. */
  path: string;
  picture: PictureView | null;
  title: string;
  /** The category of its page, or the year. */
  note: string;
  focal?: { x: number; y: number };
}

/** Returns the alternative text, or the title when there is none. It names a link, so it is never empty: `usual` is the last resort. */
export const inWords = ({ picture, title }: GalleryPicture, usual: string) => picture?.alt || title || usual;
