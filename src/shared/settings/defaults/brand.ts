import { defaultLook } from '../../brand/brand-look.ts';
import type { brandFields } from '../fields/brand.ts';
import type { ValuesOf } from '../field-types.ts';

export const brandDefaults: ValuesOf<typeof brandFields> = {
  ...defaultLook,
  logo: '',
  logo_dark: '',
  icon: '',
};
