import type { PictureFacts } from '../../ui/stored-picture.tsx';

/** A picture of the gallery, and what it belongs to. */
export interface GalleryPicture {
  /** Relative to the site's root. */
  path: string;
  picture: PictureFacts | null;
  title: string;
  category: string;
}
