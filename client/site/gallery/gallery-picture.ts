import type { PictureView } from '../../../src/shared/picture-view.ts';

/** A picture of the gallery, and what it belongs to. */
export interface GalleryPicture {
  /** Relative to the site's root. */
  path: string;
  picture: PictureView | null;
  title: string;
  category: string;
}

/** What a picture shows, as it was stored; where nobody has said, what it belongs to. It is never empty: it names a link. */
export const inWords = ({ picture, title }: GalleryPicture) => picture?.alt || title;
