import IconArrowLeft from 'icon:arrow-left';
import IconArrowRight from 'icon:arrow-right';
import IconX from 'icon:x';
import { useSiteSettings } from '../app/site-context.ts';

/**
 * The dialog that shows one original picture at a time in the whole window. The page's script fills the
 * dialog from the links of the gallery.
 */
export function GalleryViewer() {
  const { gallery, layout } = useSiteSettings().texts;
  return (
    <dialog className="gallery-viewer" aria-label={gallery.viewer}>
      <figure>
        <figcaption aria-live="polite">
          <strong />
          <span />
        </figcaption>
      </figure>
      <div className="gallery-viewer-buttons">
        <button type="button" aria-label={gallery.previous} data-turn="-1">
          <IconArrowLeft stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label={gallery.next} data-turn="1">
          <IconArrowRight stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label={layout.close}>
          <IconX stroke={1.75} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
