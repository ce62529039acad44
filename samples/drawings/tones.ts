import { darkColours, lightColours } from '../../src/http/drawings/svg.ts';

export const palette = {
  mist: '#e8efe9', // 0.945 0.010 150
  stone: '#d3d8cd', // 0.875 0.016 125
  sand: '#ece8d9', // 0.930 0.020 92
  fog: '#b1bfb3', // 0.79 0.022 150
  glass: '#afcbc5', // 0.82 0.032 180
  moss: '#598575', // 0.58 0.055 170
  daylight: '#fef7dd', // 0.975 0.035 95
  sun: '#fdf0c7', // 0.955 0.055 92
} as const;

export interface Tone {
  /** Whether the background is dark. The lines are then light. */
  isDeep: boolean;
  ground: string;
  /**
   * The colours of surfaces: `top` faces up, `lit` faces the light, and `shaded` faces away from the light.
   */
  top: string;
  lit: string;
  shaded: string;
  /** The colour of parts that the section cuts, and of the darkest openings. */
  cut: string;
  glass: string;
  shadow: string;
  line: string;
  daylight: string;
  signal: string;
}

export type ToneName = 'paper' | 'mist' | 'sand' | 'pine' | 'dusk' | 'night';

const onPaper: Tone = {
  isDeep: false,
  ground: lightColours.paper,
  top: lightColours.surface,
  lit: palette.mist,
  shaded: palette.fog,
  cut: lightColours.pine,
  glass: palette.glass,
  shadow: '#598575',
  line: lightColours.ink,
  daylight: palette.sun,
  signal: lightColours.signal,
};

const atDusk: Tone = {
  isDeep: true,
  ground: '#13211c',
  top: '#557a6b',
  lit: '#2f5446',
  shaded: '#1a3029',
  cut: '#060d0a',
  glass: '#3f7061',
  shadow: '#060d0a',
  line: darkColours.ink,
  daylight: palette.daylight,
  signal: darkColours.signal,
};

/**
 * The tones by name. The grounds of `paper` and `night` are the backgrounds of the pages, so drawings in
 * these tones need no frame.
 */
export const tones: Record<ToneName, Tone> = {
  paper: onPaper,
  mist: {
    ...onPaper,
    ground: '#dfe8e2',
    top: lightColours.paper,
    lit: '#e9efe9',
    shaded: '#a3b7ab',
    shadow: '#4d7868',
  },
  sand: {
    ...onPaper,
    ground: palette.sand,
    top: lightColours.paper,
    lit: '#e3e3d6',
    shaded: '#b3bcae',
    shadow: '#6d7d6d',
  },
  pine: {
    isDeep: true,
    ground: '#1b5947',
    top: '#8fb3a4',
    lit: '#4b8270',
    shaded: '#124637',
    cut: '#0a2d23',
    glass: '#7fb0a0',
    shadow: '#0a2d23',
    line: lightColours.paper,
    daylight: palette.daylight,
    signal: '#f4714b',
  },
  dusk: atDusk,
  night: { ...atDusk, ground: darkColours.paper, cut: '#365f51', shadow: '#050807' },
};
