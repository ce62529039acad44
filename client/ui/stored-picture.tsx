import './stored-picture.css';

interface StoredPictureProps {
  /** As the server stores it, relative to the site's root; or nothing. */
  path: string | null;
  alt?: string;
  width?: number;
  height?: number;
  sizes?: string;
  isFirst?: boolean;
}

/** A picture of the content, in a frame that keeps its place before it arrives; the bare frame when there is none. */
export function StoredPicture(props: StoredPictureProps) {
  const { path, alt = '', width = 1200, height = 800, sizes, isFirst = false } = props;
  if (!path) return <div className="stored-picture stored-picture-none" aria-hidden="true" />;
  const src = /^https?:/.test(path) ? path : `/${path}`;
  const haste = isFirst
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return (
    <img
      className="stored-picture"
      src={src}
      alt={alt}
      width={width}
      height={height}
      sizes={sizes}
      {...haste}
    />
  );
}
