import { palette } from './tones.ts';
import type { Random } from './seed.ts';

type Presentation = 'feminine' | 'masculine';

type Skin = readonly [lit: string, shaded: string, line: string];

const skins = {
  porcelain: ['#f0d9c7', '#dfbfa8', '#a8705a'],
  ivory: ['#e9cbb2', '#d4ad8f', '#9a6449'],
  sand: ['#dcb897', '#c39b78', '#875739'],
  honey: ['#c99f7c', '#ae8160', '#744730'],
  amber: ['#b08462', '#956a4b', '#5f3a27'],
  umber: ['#8e654c', '#75503b', '#472a1e'],
  cocoa: ['#72503f', '#5b3e31', '#351f18'],
  ebony: ['#573c31', '#432d25', '#241511'],
} as const satisfies Record<string, Skin>;

type SkinName = keyof typeof skins;

const hairs = {
  black: '#19221b',
  dark: '#372b22',
  brown: '#5b4130',
  auburn: '#834e36',
  blond: '#bfa780',
  grey: '#939a94',
  white: '#d8dad2',
} as const;

const styles = {
  feminine: [
    'bob',
    'long',
    'wavy',
    'topKnot',
    'lowBun',
    'afro',
    'pixie',
    'braid',
    'headscarf',
    'curls',
    'ponytail',
    'fringe',
  ],
  masculine: [
    'crop',
    'sidePart',
    'curlyTop',
    'bald',
    'buzz',
    'receding',
    'swept',
    'shortAfro',
    'crop',
    'sidePart',
    'waves',
    'knot',
  ],
} as const;

type HairStyle = (typeof styles)[Presentation][number];
type Beard = 'none' | 'stubble' | 'short' | 'full' | 'moustache';
type Glasses = 'none' | 'round' | 'square';
type Clothing = 'crew' | 'shirt' | 'blazer' | 'turtleneck' | 'vneck' | 'cardigan';

/** The traits of a drawn person. Lengths are in units of a picture of 400 × 480 units. */
export interface Person {
  presentation: Presentation;
  skin: Skin;
  hair: string;
  style: HairStyle;
  beard: Beard;
  glasses: Glasses;
  dress: Clothing;
  cloth: readonly [outer: string, inner: string, scarf: string];
  isOld: boolean;
  turn: number;
  /** `head`, `jaw` and `neck` are half widths. `chin` is the lowest point of the chin. */
  head: number;
  jaw: number;
  neck: number;
  chin: number;
  smile: number;
  brow: number;
  eye: number;
  /** The rotation of the head (`tilt`) and of the shoulders (`lean`), in degrees. */
  tilt: number;
  lean: number;
  /** The scale of the person. 1 is the usual scale. */
  nearness: number;
}

export interface PersonOptions {
  presentation?: Presentation | undefined;
  style?: HairStyle | undefined;
  skin?: SkinName | undefined;
}

const skinNames = Object.keys(skins) as [SkinName, ...SkinName[]];
const cloths = [
  '#1b5947',
  '#111e19',
  '#598575',
  palette.stone,
  '#fbfaf6',
  palette.glass,
  '#34483f',
  '#ccb484',
  '#4a6367',
  '#b78e77',
  '#7d9388',
] as const;

export function createPerson(random: Random, ground: string, options: PersonOptions): Person {
  const presentation = options.presentation ?? random.pick(['feminine', 'masculine'] as const);
  const isFeminine = presentation === 'feminine';
  const skinName = options.skin ?? random.pick(skinNames);
  const isDark = ['umber', 'cocoa', 'ebony'].includes(skinName);
  const isFair = ['porcelain', 'ivory'].includes(skinName);
  const isOld = random.chance(0.22);
  const young = isDark
    ? random.pick(['black', 'black', 'dark'] as const)
    : isFair
      ? random.pick(['black', 'dark', 'brown', 'brown', 'auburn', 'blond'] as const)
      : random.pick(['black', 'dark', 'dark', 'brown'] as const);
  const hair = hairs[isOld ? random.pick(['grey', 'white', 'grey'] as const) : young];
  const style = options.style ?? random.pick(styles[presentation]);
  const beard = isFeminine
    ? 'none'
    : random.pick(['none', 'none', 'stubble', 'short', 'full', 'moustache'] as const);
  // The clothes never have the colour of the background.
  const [first, ...rest] = cloths.filter((cloth) => cloth !== ground);
  const outer = random.pick([first ?? cloths[1], ...rest]);
  const others = rest.filter((cloth) => cloth !== outer);
  return {
    presentation,
    skin: skins[skinName],
    hair,
    style,
    beard,
    glasses: random.pick(['none', 'none', 'none', 'round', 'square'] as const),
    dress: random.pick(
      isFeminine
        ? (['crew', 'blazer', 'vneck', 'turtleneck', 'cardigan', 'shirt'] as const)
        : (['crew', 'shirt', 'blazer', 'turtleneck', 'cardigan', 'shirt'] as const),
    ),
    cloth: [
      outer,
      random.pick(['#fbfaf6', palette.stone, palette.mist, '#34483f'] as const),
      others[random.whole(0, others.length - 1)] ?? outer,
    ],
    isOld,
    turn: random.pick([-1, 1] as const) * random.between(5, 12),
    head: random.between(isFeminine ? 59 : 62, isFeminine ? 67 : 71),
    jaw: random.between(isFeminine ? 30 : 42, isFeminine ? 44 : 60),
    neck: random.between(isFeminine ? 25 : 32, isFeminine ? 30 : 40),
    chin: random.between(284, 300),
    smile: random.between(7, 13),
    brow: random.between(-3, 3),
    eye: random.between(24, 29),
    tilt: random.pick([-1, 1] as const) * random.between(0, 5.5),
    lean: random.between(-3, 3),
    nearness: random.between(0.9, 1.1),
  };
}
