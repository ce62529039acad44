import { pictureHues, type PictureTreatment } from '../picture-view.ts';
import { fromOklch, type Hex, isGrey, toOklch } from './colour.ts';

const pictureStyles = ['own', 'mild', 'tone', 'grey'] as const;

export interface PictureLook {
  accent: Hex;
  /** As they are, with a touch of the accent, in one tone of it, or grey. */
  pictures: (typeof pictureStyles)[number];
}

/** Undefined for pictures as they are. */
export function treatmentOf({ accent, pictures }: PictureLook): PictureTreatment | undefined {
  if (pictures === 'own') return undefined;
  const isWithoutHue = pictures === 'grey' || isGrey(accent);
  if (isWithoutHue) return pictures === 'mild' ? 'mild' : 'grey';
  const style = pictures === 'mild' ? 'mild' : 'duo';
  const hues = pictureHues[style];
  return `${style}-${Math.round((toOklch(accent).hue * hues) / 360) % hues}`;
}

export interface PictureTone {
  /** What black and white become in one tone: the ink and the lightest tint of a company. */
  ends: readonly [dark: Hex, light: Hex];
  /** Of the tone, from 0 to 1. The rest are the picture's own colours. */
  share: number;
}

const mildShare = 0.34;

export function toneOf(treatment: PictureTreatment): PictureTone {
  const [name, hue] = treatment.split('-');
  const style = name === 'mild' ? 'mild' : 'duo';
  const share = style === 'mild' ? mildShare : 1;
  if (hue === undefined) return { ends: ['#111111', '#fafafa'], share };
  // Both ends have the hue, or the tones between them look mauve beside a brown accent.
  const angle = (Number(hue) * 360) / pictureHues[style];
  return {
    ends: [
      fromOklch({ lightness: 0.21, chroma: 0.06, hue: angle }),
      fromOklch({ lightness: 0.94, chroma: 0.04, hue: angle }),
    ],
    share,
  };
}
