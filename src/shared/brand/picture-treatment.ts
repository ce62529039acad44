import { fromOklch, type Hex, isGrey, toOklch } from './colour.ts';

const pictureStyles = ['own', 'tone', 'grey'] as const;

export interface PictureLook {
  accent: Hex;
  /** As they are, in one tone of the accent, or grey. */
  pictures: (typeof pictureStyles)[number];
}

/**
 * Twelve hues, so that the files of a picture can be named, and removed, without a list. At the low chroma of a tone,
 * nobody sees the difference from the accent's own hue.
 */
const tones = Array.from({ length: 12 }, (_, at) => `tone-${at}` as const);
const degrees = 360 / tones.length;

/** What the server can make of a picture, as names of files have it. */
export type PictureTreatment = 'grey' | (typeof tones)[number];
export const pictureTreatments: readonly PictureTreatment[] = ['grey', ...tones];

/** Undefined for pictures as they are. */
export function treatmentOf({ accent, pictures }: PictureLook): PictureTreatment | undefined {
  if (pictures === 'own') return undefined;
  if (pictures === 'grey' || isGrey(accent)) return 'grey';
  return tones[Math.round(toOklch(accent).hue / degrees) % tones.length];
}

/** What black and white become: the ink and the lightest tint of a company. */
export function endsOf(treatment: PictureTreatment): [dark: Hex, light: Hex] {
  if (treatment === 'grey') return ['#111111', '#fafafa'];
  const hue = degrees * Number(treatment.slice('tone-'.length));
  return [
    fromOklch({ lightness: 0.2, chroma: 0.05, hue }),
    fromOklch({ lightness: 0.975, chroma: 0.02, hue }),
  ];
}
