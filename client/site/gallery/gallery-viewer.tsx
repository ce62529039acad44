import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type GalleryPicture, inWords } from './gallery-picture.ts';

interface GalleryViewerProps {
  pictures: readonly GalleryPicture[];
  /** Which picture is shown; none when the viewer is closed. */
  open: number | undefined;
  onChange: (open: number | undefined) => void;
}

/** One picture, the original, over the whole window. Arrow keys, Home and End turn pages, Escape closes. */
export function GalleryViewer({ pictures, open, onChange }: GalleryViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = open === undefined ? undefined : pictures[open];
  useEffect(() => {
    if (picture && !dialog.current?.open) dialog.current?.showModal();
  }, [picture]);
  const turn = (by: number) => {
    if (open !== undefined) onChange((open + by + pictures.length) % pictures.length);
  };
  const turnByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
    if (key === 'Home') onChange(0);
    if (key === 'End') onChange(pictures.length - 1);
  };
  return (
    <dialog
      ref={dialog}
      className="gallery-viewer"
      aria-label="Picture"
      onKeyDown={turnByKey}
      onClose={() => onChange(undefined)}
    >
      {picture && open !== undefined && (
        <figure>
          <img
            key={picture.path}
            src={`/${picture.path}`}
            alt={inWords(picture)}
            width={picture.picture?.width ?? 1200}
            height={picture.picture?.height ?? 800}
          />
          <figcaption aria-live="polite">
            <strong>{picture.title}</strong>
            <span>
              {picture.category} · {open + 1} of {pictures.length}
            </span>
          </figcaption>
        </figure>
      )}
      <div className="gallery-viewer-buttons">
        <button type="button" aria-label="Previous picture" onClick={() => turn(-1)}>
          <IconArrowLeft stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Next picture" onClick={() => turn(1)}>
          <IconArrowRight stroke={1.75} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <IconX stroke={1.75} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}
