export interface ThemeDrawing {
  light: string;
  dark: string;
  width: number;
  height: number;
}

interface ThemePictureProps {
  drawing: ThemeDrawing;
  /** The alternative text. Empty for a decorative drawing. */
  alt?: string;
  className?: string;
  /** The drawing is on the first screen of the page, so it loads at once. */
  isFirst?: boolean;
}

/** A drawing with one file for the light theme and one for the dark theme. */
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
