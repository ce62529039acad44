import IconFile from 'icon:file-text';
import IconPhotoOff from 'icon:photo-off';
import { useState } from 'react';
import type { MediaItemView } from '../../../src/shared/media.ts';
import classes from './library.module.css';

interface MediaPictureProps {
  item: Pick<MediaItemView, 'path' | 'picture' | 'focal_x' | 'focal_y'> &
    Partial<Pick<MediaItemView, 'file' | 'type'>>;
  /** Empty if a text beside the picture describes it. */
  alt: string;
  sizes: string;
  isWhole?: boolean;
}

const longRatio = 2.2;

/** Cropped around its focal point, unless very wide or tall. A file shows an icon and its type. */
export function MediaPicture({
  item: { path, picture, file, type, focal_x, focal_y },
  alt,
  sizes,
  isWhole,
}: MediaPictureProps) {
  const [broken, setBroken] = useState<string>();
  if (path === null || broken === path) {
    return (
      <div className={classes.missing}>
        <IconPhotoOff size={26} stroke={1.2} aria-hidden="true" />
        <span>The file is missing</span>
      </div>
    );
  }
  if (file) {
    return (
      <div className={classes.file}>
        <IconFile size={28} stroke={1.2} aria-hidden="true" />
        <span>{type?.toUpperCase()}</span>
      </div>
    );
  }
  const { width = 1, height = 1 } = picture ?? {};
  const isLong = Math.max(width, height) > longRatio * Math.min(width, height);
  const form = isLong ? classes.long : classes.picture;
  return (
    <picture>
      {picture?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        className={isWhole ? classes.whole : form}
        src={`/${path}`}
        alt={alt}
        width={picture?.width}
        height={picture?.height}
        loading="lazy"
        ref={(image) => {
          // The content security policy forbids style attributes.
          if (image) image.style.objectPosition = `${focal_x * 10}% ${focal_y * 10}%`;
        }}
        onError={() => setBroken(path)}
      />
    </picture>
  );
}
