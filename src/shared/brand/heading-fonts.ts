interface HeadingFont {
  label: string;
  /** False for Inter, which every page loads already. */
  hasFiles: boolean;
  /** Shown until the font has loaded. The percentages adapt its size and metrics to those of the heading font. */
  fallback: { local: readonly string[]; size: number; ascent: number; descent: number; generic: string };
}

const sans = {
  local: ['Arial Bold', 'Liberation Sans Bold', 'Roboto Bold'],
  generic: 'system-ui,sans-serif',
};
const serif = { local: ['Times New Roman Bold', 'Liberation Serif Bold'], generic: 'serif' };

/** Instead of the built-in font. The fallback values were measured with Arial Bold and Times New Roman Bold. */
const fonts = {
  inter: { label: 'Inter', hasFiles: false, fallback: { ...sans, size: 101.1, ascent: 95.9, descent: 23.8 } },
  'space-grotesk': {
    label: 'Space Grotesk',
    hasFiles: true,
    fallback: { ...sans, size: 100.8, ascent: 97.6, descent: 29 },
  },
  'source-serif-4': {
    label: 'Source Serif 4',
    hasFiles: true,
    fallback: { ...serif, size: 115.5, ascent: 92.6, descent: 25.4 },
  },
  fraunces: {
    label: 'Fraunces',
    hasFiles: true,
    fallback: { ...serif, size: 111.8, ascent: 87.5, descent: 22.8 },
  },
} as const satisfies Record<string, HeadingFont>;

export type HeadingFontName = keyof typeof fonts | 'bricolage-grotesque';

export const headingFontLabels: Readonly<Record<HeadingFontName, string>> = {
  'bricolage-grotesque': 'Bricolage Grotesque',
  ...(Object.fromEntries(Object.entries(fonts).map(([name, { label }]) => [name, label])) as Record<
    keyof typeof fonts,
    string
  >),
};

const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/** None for the built-in font. `files` are addresses by name without extension, such as `fraunces-latin`. */
export function headingFontRules(name: HeadingFontName, files: ReadonlyMap<string, string>): string[] {
  if (name === 'bricolage-grotesque') return [];
  const { label, hasFiles, fallback }: HeadingFont = fonts[name];
  const { local, size, ascent, descent, generic } = fallback;
  const family = hasFiles ? `"${label}"` : '"Inter Variable"';
  const faces = Object.entries(ranges).flatMap(([script, range]) => {
    const file = files.get(`${name}-${script}`);
    if (!file) return [];
    const source = `src:url("${file}") format("woff2");unicode-range:${range}`;
    return [`@font-face{font-family:${family};font-weight:600 700;font-display:swap;${source}}`];
  });
  const locals = local.map((font) => `local("${font}")`).join();
  const metrics = `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%`;
  return [
    ...faces,
    `@font-face{font-family:"Heading Fallback";src:${locals};${metrics}}`,
    `:root{--font-display:${family},"Heading Fallback",${generic}}`,
  ];
}
