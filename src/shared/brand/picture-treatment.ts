import { type PictureTreatment, pictureTones } from '../picture-view.ts';
import { fromOklch, type Hex, isGrey, toOklch } from './colour.ts';

const pictureStyles = ['own', 'tone', 'grey'] as const;

export interface PictureLook {
  accent: Hex;
  /** As they are, in one tone of the accent, or grey. */
  pictures: (typeof pictureStyles)[number];
}

const degrees = 360 / pictureTones.length;

/** Undefined for pictures as they are. */
export function treatmentOf({ accent, pictures }: PictureLook): PictureTreatment | undefined {
  if (pictures === 'own') return undefined;
  if (pictures === 'grey' || isGrey(accent)) return 'grey';
  return pictureTones[Math.round(toOklch(accent).hue / degrees) % pictureTones.length];
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
