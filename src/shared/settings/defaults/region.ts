import type { regionFields } from '../fields/region.ts';
import type { ValuesOf } from '../field-types.ts';

export const regionDefaults: ValuesOf<typeof regionFields> = {
  language: 'en',
  trade: '',
  territory: '',
  time_zone: 'UTC',
  currency: '',
};
