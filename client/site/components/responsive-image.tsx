import './responsive-image.css';
import type { PictureView } from '../../../src/shared/picture-view.ts';

interface StoredPictureProps {
  /** The stored path, relative to the site's root. Null without a picture. */
  path: string | null;
  picture?: PictureView | null;
  /** The alternative text for pictures without their own. */
  alt?: string;
  width?: number;
  height?: number;
  sizes?: string;
  isFirst?: boolean;
}

/** A stored picture in a frame that reserves its space. Without a picture, an empty frame. */
export function StoredPicture(props: StoredPictureProps) {
  const { path, picture, alt = '', width = 1200, height = 800, sizes, isFirst = false } = props;
  if (!path) return <div className="stored-picture stored-picture-none" aria-hidden="true" />;
  const src = /^https?:/.test(path) ? path : `/${path}`;
  const haste = isFirst
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return (
    <picture className="stored-picture-sources">
      {picture?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        className="stored-picture"
        data-tone={picture ? toneOf(picture.colour) : undefined}
        src={src}
        alt={picture?.alt ?? alt}
        width={picture?.width ?? width}
        height={picture?.height ?? height}
        {...haste}
      />
    </picture>
  );
}

/**
 * Returns the main colour, coarsely rounded, as keywords for the stylesheet. The content security policy of
 * public pages forbids inline styles. The page's script removes the colour when the picture has loaded,
 * because a picture may be transparent.
 */
function toneOf(colour: string): string {
  const parts = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts;
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  const light = `light-${Math.min(3, Math.floor((most + least) * 2))}`;
  const chroma = most - least;
  if (chroma < greyBelow) return light;
  // The angle on the colour wheel in sixths: red is 0, green 2, blue 4.
  const angle =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  return `${light} hue-${(Math.round(angle) + 6) % 6}`;
}

const greyBelow = 0.06;
