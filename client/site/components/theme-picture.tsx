import type { BrandLook } from '../../../src/shared/brand/brand-look.ts';
import { hasDefaultDrawings, brandLookHash } from '../../../src/shared/brand/stylesheet.ts';
import { useSiteSettings } from '../app/site-context.ts';

export interface ThemeDrawing {
  /** The name of the files without their ending `-light.svg` or `-dark.svg`. */
  name: string;
  light: string;
  dark: string;
  width: number;
  height: number;
}

function inColoursOf(brand: BrandLook, { name }: ThemeDrawing): Pick<ThemeDrawing, 'light' | 'dark'> {
  const path = `/brand/${brandLookHash(brand)}/${name}`;
  return { light: `${path}-light.svg`, dark: `${path}-dark.svg` };
}

interface ThemePictureProps {
  drawing: ThemeDrawing;
  /** The alternative text. Empty for a decorative drawing. */
  alt?: string;
  className?: string;
  /** Whether the drawing is visible without scrolling, so that it loads at once. */
  isFirst?: boolean;
}

/** A drawing with one file for the light theme and one for the dark theme. Renders nothing if drawings are switched off. */
export function ThemePicture({ drawing, alt = '', className, isFirst = false }: ThemePictureProps) {
  const { brand } = useSiteSettings();
  if (brand.drawings === 'off') return null;
  const { width, height } = drawing;
  const { light, dark } = hasDefaultDrawings(brand) ? drawing : inColoursOf(brand, drawing);
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
