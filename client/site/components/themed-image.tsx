export interface ThemeDrawing {
  light: string;
  dark: string;
  width: number;
  height: number;
}

interface ThemePictureProps {
  drawing: ThemeDrawing;
  /** What the picture shows; empty when it only decorates. */
  alt?: string;
  className?: string;
  /** On the first screen of its page: fetched at once. */
  isFirst?: boolean;
}

/** A drawing that follows the light of the system: one file for daylight, one for after sunset. */
export function ThemePicture({ drawing, alt = '', className, isFirst = false }: ThemePictureProps) {
  const { light, dark, width, height } = drawing;
  const haste = isFirst
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return (
    <picture>
      <source srcSet={dark} media="screen and (prefers-color-scheme: dark)" width={width} height={height} />
      <img src={light} alt={alt} className={className} width={width} height={height} {...haste} />
    </picture>
  );
}
