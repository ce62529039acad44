import './responsive-image.css';
import type { PictureView } from '../../../src/shared/picture-view.ts';

interface StoredPictureProps {
  /** As the server stores it, relative to the site's root; or nothing. */
  path: string | null;
  picture?: PictureView | null;
  /** Said when nobody has said what the picture shows. */
  alt?: string;
  width?: number;
  height?: number;
  sizes?: string;
  isFirst?: boolean;
}

/** A picture of the content, in a frame that keeps its place before it arrives; the bare frame when there is none. */
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
 * The dominant colour in few steps, as words that styles know: the policy of public pages lets no style stand in the document. The page's
 * script takes it away when the picture has come, as that may be transparent.
 */
function toneOf(colour: string): string {
  const parts = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts;
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  const light = `light-${Math.min(3, Math.floor((most + least) * 2))}`;
  const chroma = most - least;
  if (chroma < greyBelow) return light;
  // The angle on the wheel of colours: red at 0, green at 2, blue at 4, of 6.
  const angle =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  return `${light} hue-${(Math.round(angle) + 6) % 6}`;
}

const greyBelow = 0.06;
