import type { searchFields } from '../fields/search.ts';
import type { ValuesOf } from '../field-types.ts';

export const searchDefaults: ValuesOf<typeof searchFields> = {
  title_pattern: '{page} · {short_name}',
  home_title: '{name} · {page}',
  description: '',
  picture: '',
  picture_alt: '',
  is_hidden: false,
  google: '',
  bing: '',
};
