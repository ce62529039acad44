import type { regionFields } from '../fields/region.ts';
import type { ValuesOf } from '../fields.ts';

export const regionDefaults: ValuesOf<typeof regionFields> = {
  language: 'en',
  trade: '',
  territory: '',
  time_zone: 'UTC',
  currency: '',
};
