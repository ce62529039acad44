/** A picture of the gallery, and what it belongs to. */
export interface GalleryPicture {
  /** Relative to the site's root. */
  path: string;
  title: string;
  category: string;
}
