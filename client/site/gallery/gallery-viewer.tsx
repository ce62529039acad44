import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';

/**
 * The dialog that shows one original picture over the whole window. The page's script fills it from the links
 * of the gallery.
 */
export function GalleryViewer() {
  return (
    <dialog className="gallery-viewer" aria-label="Picture">
      <figure>
        <figcaption aria-live="polite" />
      </figure>
      <div className="gallery-viewer-buttons">
        <button type="button" aria-label="Previous picture" data-turn="-1">
          <IconArrowLeft stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Next picture" data-turn="1">
          <IconArrowRight stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Close">
          <IconX stroke={1.75} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
