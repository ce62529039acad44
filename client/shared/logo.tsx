import './logo.css';
import type { ShownLogo } from '../../src/shared/brand/site-logo.ts';

interface LogoProps {
  logo: ShownLogo;
  /** The company's name. */
  name: string;
  /** The height in pixels. */
  size: number;
  /**
   * The variant to show. `system` follows the theme of the operating system, and `light` and `dark` are
   * fixed.
   */
  theme?: 'system' | 'light' | 'dark';
}

/** The company's logo: its own picture, the first letter of its name, or the default mark. */
export function Logo({ logo: { picture, letter }, name, size, theme = 'system' }: LogoProps) {
  if (!picture) return letter ? <LetterLogo letter={letter} size={size} /> : <DefaultLogo size={size} />;
  const { light, dark } = picture;
  const shown = theme === 'dark' && dark ? dark : light;
  const { width, height } = sizeIn(shown, size);
  return (
    <picture className={dark ? 'logo' : 'logo logo-plate'}>
      {theme === 'system' && dark && (
        <source srcSet={dark.src} media="screen and (prefers-color-scheme: dark)" {...sizeIn(dark, size)} />
      )}
      <img src={shown.src} alt={name} width={width} height={height} />
    </picture>
  );
}

function sizeIn({ width, height }: { width: number; height: number }, size: number) {
  return { width: Math.round((width / height) * size), height: size };
}

/** The first letter of the company's name on a square in the site's accent colour. */
export function LetterLogo({ letter, size }: { letter: string; size: number }) {
  return (
    <svg className="letter" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className="letter-field" width="32" height="32" rx="5" />
      <text className="letter-text" x="16" y="23" textAnchor="middle" fontSize="20">
        {letter}
      </text>
    </svg>
  );
}

/** The default mark, for a site without its own logo: two walls, the light between them, and a person. */
export function DefaultLogo({ size }: { size: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-walls" d="M2 2H13L6 30H2ZM30 2H19L26 30H30Z" />
      <circle className="mark-person" cx="16" cy="25.5" r="4" />
    </svg>
  );
}
