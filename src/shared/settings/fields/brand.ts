import { headingFontLabels } from '../../brand/heading-fonts.ts';
import { field } from '../field-builders.ts';

/** The fields for the look of the site. */
export const brandFields = {
  accent: field.colour('Your colour', {
    help: 'Every other colour is made from it, so that all text can be read.',
  }),
  paper: field.choice('Background', {
    warm: 'Warm white',
    plain: 'White',
    tinted: 'A touch of your colour',
  }),
  corners: field.choice('Corners', {
    '0': 'Square',
    '4': 'Slightly round',
    '8': 'Round',
    '16': 'Very round',
  }),
  heading_font: field.choice('Font of headings', headingFontLabels),
  drawings: field.choice('Drawings', {
    accent: 'In your colour',
    grey: 'Grey, with a spot of your colour',
    off: 'None',
  }),
  logo: field.picture(
    'Logo',
    { width: 960, height: 192 },
    { help: 'SVG, PNG or WebP. Without one, the site shows the first letter of your name.' },
  ),
  logo_dark: field.picture(
    'Logo on dark backgrounds',
    { width: 960, height: 192 },
    { help: 'Without one, the logo is on a light plate where the page is dark.' },
  ),
  icon: field.picture(
    'Icon',
    { width: 512, height: 512 },
    {
      help: 'A square picture for browser tabs and phones. Without one, it is made of a square logo or the first letter.',
    },
  ),
} as const;
