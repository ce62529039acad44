import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BrandLook, defaultLook, pageBackgrounds } from '../../src/shared/brand/brand-look.ts';
import {
  colourDistance,
  contrastRatio,
  fromOklch,
  type Hex,
  hueDistance,
  mixColours,
  type ThemeColours,
  toOklch,
} from '../../src/shared/brand/colour.ts';
import { makePalette } from '../../src/shared/brand/palette.ts';
import { describePalette, brandLookHash, makeStylesheet } from '../../src/shared/brand/stylesheet.ts';

const accents: Record<string, Hex> = {
  'default green': '#1b5947',
  yellow: '#ffd400',
  'neon green': '#39ff14',
  'near-black': '#0b0b0d',
  'near-white': '#f7f7f5',
  'royal blue': '#1f4fd8',
  navy: '#0a1f44',
  red: '#d40000',
  orange: '#f26a1b',
  magenta: '#e6007e',
  purple: '#6b2fd6',
  turquoise: '#00b5ad',
};

/** Every pair of colours that pages and the panel show, and the contrast that WCAG 2.2 AA demands of it. */
function pairsOf(colours: ThemeColours): [name: string, front: Hex, backs: Hex[], least: number][] {
  const { paper, surface, sunk, wash } = colours;
  const plain = [paper, surface, sunk, wash];
  // The tints of `client/admin/theme.ts` and of the panel's menu.
  const tints = (of: Hex) => [
    mixColours(of, 0.09, surface),
    mixColours(of, 0.14, surface),
    mixColours(of, 0.14, sunk),
  ];
  const tinted = [...plain, ...tints(colours.accent)];
  const signalHover = mixColours(colours.signalText, 0.85, colours.ink);
  return [
    ['text', colours.ink, [...tinted, colours.signalWash, mixColours(colours.ink, 0.06, sunk)], 4.5],
    ['quiet text', colours.quiet, plain, 4.5],
    ['links', colours.accent, tinted, 4.5],
    ['button', colours.onFill, [colours.fill], 4.5],
    ['hovered button', colours.onFill, [colours.fillHover], 4.5],
    ['edge of a button', colours.fillEdge, plain, 3],
    ['edge of a hovered button', colours.fillEdgeHover, plain, 3],
    ['warning', colours.signalText, [...plain, ...tints(colours.signalText), colours.signalWash], 4.5],
    ['button that deletes', colours.onSignalText, [colours.signalText, signalHover], 4.5],
    ['mark of a warning', colours.signal, [paper, surface], 3],
    ['dark section', colours.onDeep, [colours.deep], 4.5],
    ['heading in a dark section', colours.deepTitle, [colours.deep], 4.5],
    ['button in a dark section', colours.deep, [colours.onDeep], 4.5],
    ['quiet text in a dark section', colours.onDeepQuiet, [colours.deep], 4.5],
    ['edge of an input', colours.lineStrong, plain, 3],
    ['focus ring', colours.accent, plain, 3],
  ];
}

function findUnreadable(look: BrandLook): string[] {
  return Object.entries(makePalette(look)).flatMap(([theme, colours]) =>
    pairsOf(colours).flatMap(([name, front, backs, least]) =>
      backs
        .filter((back) => contrastRatio(front, back) < least)
        .map((back) => `${look.accent} ${look.paper} ${theme}: ${name} ${front} on ${back}`),
    ),
  );
}

const looksOf = (accent: Hex) =>
  pageBackgrounds.map((paper): BrandLook => ({ ...defaultLook, accent, paper }));

test.each(Object.entries(accents))('every pair of colours made from %s is readable', (_, accent) => {
  expect(looksOf(accent).flatMap(findUnreadable)).toEqual([]);
});

test('every pair of colours made from any accent is readable', () => {
  const anyAccent = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(anyAccent, (accent) => {
      expect(looksOf(accent).flatMap(findUnreadable)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('an accent equal to a background of either theme still makes readable links and visible buttons', () => {
  for (const look of looksOf(defaultLook.accent)) {
    const { light, dark } = makePalette(look);
    for (const { paper, surface, sunk, wash } of [light, dark]) {
      for (const accent of [paper, surface, sunk, wash])
        expect(findUnreadable({ ...look, accent })).toEqual([]);
    }
  }
});

test('a button has the accent itself as its colour wherever that can be seen', () => {
  for (const accent of ['#ffd400', '#1f4fd8', '#d40000', '#f26a1b', '#6b2fd6'] as const) {
    expect(makePalette({ ...defaultLook, accent }).light.fill).toBe(accent);
  }
  expect(makePalette({ ...defaultLook, accent: '#f7f7f5' }).light.fill).not.toBe('#f7f7f5');
});

test('an accent almost as pale as the page is a stronger tint on buttons, not the brown of its text', () => {
  for (const accent of ['#f5e6c8', '#f3ead8', '#fff3c4', '#fde4ec'] as const) {
    const { light } = makePalette({ ...defaultLook, accent });
    expect(hueDistance(toOklch(light.fill).hue, toOklch(accent).hue), accent).toBeLessThan(8);
    expect(toOklch(light.fill).lightness, accent).toBeGreaterThan(0.84);
  }
});

test('a pale accent keeps its hue as text, instead of turning brown or grey', () => {
  const cases: [accent: Hex, hue: number, chroma: number][] = [
    ['#f7c6d0', 5, 0.1],
    ['#ffc9b0', 46, 0.1],
    ['#e6c9f5', 314, 0.1],
    ['#c9d4f7', 272, 0.1],
    ['#bfe3f5', 230, 0.06],
    ['#d9f26b', 138, 0.1],
  ];
  for (const [accent, hue, chroma] of cases) {
    const { light } = makePalette({ ...defaultLook, accent });
    const shown = toOklch(light.accent);
    expect(hueDistance(shown.hue, hue), accent).toBeLessThan(8);
    expect(shown.chroma, accent).toBeGreaterThan(chroma);
    expect(light.fill, accent).toBe(accent);
  }
});

test('dark sections have the hue of the accent in both themes, also of a brown or an ochre', () => {
  for (const [accent, hue] of [
    ['#8a3b12', 46],
    ['#1d2f5e', 268],
    ['#1b5947', 169],
  ] as const) {
    const { light, dark } = makePalette({ ...defaultLook, accent });
    for (const { deep, paper } of [light, dark]) {
      expect(hueDistance(toOklch(deep).hue, hue), `${accent} ${deep}`).toBeLessThan(8);
      expect(toOklch(deep).chroma, `${accent} ${deep}`).toBeGreaterThan(0.045);
      expect(colourDistance(deep, paper), `${accent} ${deep}`).toBeGreaterThan(0.1);
    }
  }
});

test('a light or pale colour of any hue is in the headings of dark sections, which are ink instead of mud', () => {
  const accents = Array.from({ length: 12 }, (_, at) => at * 30).flatMap((hue) => [
    fromOklch({ lightness: 0.82, chroma: 0.14, hue }),
    fromOklch({ lightness: 0.9, chroma: 0.06, hue }),
  ]);
  for (const accent of ['#f2c230', '#8ecdf0', ...accents] as const) {
    const { light, dark } = makePalette({ ...defaultLook, accent });
    for (const { deep, deepTitle, paper } of [light, dark]) {
      expect(toOklch(deep).chroma, `${accent} ${deep}`).toBeLessThan(0.025);
      expect(deepTitle, accent).toBe(accent);
      expect(colourDistance(deep, paper), `${accent} ${deep}`).toBeGreaterThan(0.07);
    }
  }
});

test('the default look needs no style sheet, and another one names only what it changes', () => {
  expect(brandLookHash(defaultLook)).toBeUndefined();
  expect(makeStylesheet({ ...defaultLook, corners: '0' })).toBe(':root{--radius:0px}\n');
  const files = new Map(
    ['fraunces-latin', 'space-grotesk-latin'].map((name) => [name, `/assets/${name}.woff2`]),
  );
  const serif = makeStylesheet({ ...defaultLook, heading_font: 'fraunces' }, files);
  expect(serif.match(/url\("[^"]+"\)/g)).toEqual(['url("/assets/fraunces-latin.woff2")']);
  expect(serif).toContain(':root{--font-display:"Fraunces","Heading Fallback",serif}');
  expect(brandLookHash({ ...defaultLook, heading_font: 'fraunces' })).toBeDefined();
  expect(makeStylesheet({ ...defaultLook, accent: '#f26a1b' })).toMatch(/--fill:#f26a1b/);
  const hashes = looksOf('#f26a1b').map(brandLookHash);
  expect(new Set(hashes).size).toBe(pageBackgrounds.length);
});

test('colours survive the way to OKLCH and back, and a contrast is that of WCAG', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
      const hex: Hex = `#${value.toString(16).padStart(6, '0')}`;
      expect(fromOklch(toOklch(hex))).toBe(hex);
    }),
  );
  expect(contrastRatio('#000000', '#ffffff')).toBe(21);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the notes say what was changed, and nothing about a colour that could stay', () => {
  expect(describePalette(defaultLook)).toEqual([]);
  expect(describePalette({ ...defaultLook, accent: '#ffd400' })).toEqual([
    'Links are #7d5600 on the light page, so that they can be read.',
    'Buttons on the light page have an edge in #7d5600.',
  ]);
  expect(describePalette({ ...defaultLook, accent: '#d40000' })).toContain(
    'Warnings are crimson, so that they differ from your colour.',
  );
});
