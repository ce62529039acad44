import './responsive-image.css';

/** What the server knows of a picture besides its path. */
export interface PictureFacts {
  width: number;
  height: number;
  colour: string;
  placeholder: string;
  alt: string | null;
  sources: { type: string; srcset: string }[];
}

interface StoredPictureProps {
  /** As the server stores it, relative to the site's root; or nothing. */
  path: string | null;
  picture?: PictureFacts | null;
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
        ref={picture ? (image) => tint(image, picture) : undefined}
        className="stored-picture"
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
 * Lays the blurred picture under one that has not come yet. It is done by script, as the policy of public pages lets no
 * style stand in the document; without script the frame is plain.
 */
function tint(image: HTMLImageElement | null, { colour, placeholder }: PictureFacts): void {
  if (!image || image.complete) return;
  image.style.background = `${colour} url("${placeholder}") center / cover`;
  image.addEventListener('load', () => image.style.removeProperty('background'), { once: true });
}
