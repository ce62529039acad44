import type { PictureView } from '../../../src/shared/picture-view.ts';

/** A picture of the gallery and the page it belongs to. */
export interface GalleryPicture {
  /** The path, relative to the site's root. */
  path: string;
  picture: PictureView | null;
  title: string;
  category: string;
}

/** Returns the alternative text, or the title when there is none. It names a link, so it is never empty. */
export const inWords = ({ picture, title }: GalleryPicture) => picture?.alt || title;
