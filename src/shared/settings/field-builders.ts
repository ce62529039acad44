// The fields of settings as plain data: the panel builds its forms of them, the server its validation. They have no
// values, so that browsers do not load the texts of the site.

import type {
  AddressField,
  ChoiceField,
  CodeField,
  ColourField,
  CountryField,
  EmailField,
  Fields,
  HtmlField,
  LineField,
  LinesField,
  LinkField,
  ListField,
  NumberField,
  PartsField,
  PictureField,
  SectionField,
  StandardField,
  TextField,
  TickField,
  YearField,
} from './field-types.ts';
import type { StandardListName } from './standard-lists.ts';

interface Help {
  help?: string;
}
const line = (label: string, max: number, more: Help = {}): LineField => ({
  kind: 'line',
  label,
  max,
  ...more,
});
const requiredLine = (label: string, max: number, more: Help = {}): LineField => ({
  kind: 'line',
  label,
  max,
  isRequired: true,
  ...more,
});
/** Required, with the placeholder `has`. */
const pattern = (label: string, max: number, has: string, more: Help = {}): LineField => ({
  kind: 'line',
  label,
  max,
  isRequired: true,
  has,
  ...more,
});
const code = (label: string, more: Help = {}): CodeField => ({ kind: 'code', label, ...more });
const text = (label: string, max: number, more: Help = {}): TextField => ({
  kind: 'text',
  label,
  max,
  ...more,
});
const html = (label: string, max: number, more: Help = {}): HtmlField => ({
  kind: 'html',
  label,
  max,
  ...more,
});
const email = (label: string, more: Help = {}): EmailField => ({ kind: 'email', label, ...more });
const link = (label: string, more: Help = {}): LinkField => ({ kind: 'link', label, ...more });
const address = (label: string, more: Help = {}): AddressField => ({
  kind: 'address',
  label,
  ...more,
});
const year = (label: string, more: Help = {}): YearField => ({ kind: 'year', label, ...more });
const number = (
  label: string,
  max: number,
  more: Pick<NumberField, 'unit' | 'empty'> & Help,
): NumberField => ({ kind: 'number', label, max, ...more });
const country = (label: string, more: Help & { empty?: string } = {}): CountryField => ({
  kind: 'country',
  label,
  ...more,
});
const standard = (
  label: string,
  name: StandardListName,
  more: Help & { empty?: string } = {},
): StandardField => ({ kind: 'standard', label, list: name, ...more });
const colour = (label: string, more: Help = {}): ColourField => ({ kind: 'colour', label, ...more });
const choice = <const C extends string>(
  label: string,
  choices: Readonly<Record<C, string>>,
  more: Help = {},
): ChoiceField<C> => ({ kind: 'choice', label, choices, ...more });
const picture = (label: string, box: PictureField['box'], more: Help = {}): PictureField => ({
  kind: 'picture',
  label,
  box,
  ...more,
});
const photo = (label: string, more: Help = {}): PictureField => ({
  kind: 'picture',
  label,
  box: { width: 1920, height: 1920 },
  isPhoto: true,
  ...more,
});
const tick = (label: string, more: Help = {}): TickField => ({ kind: 'tick', label, ...more });
const lines = (label: string, noun: string, max: number, more: Help = {}): LinesField => ({
  kind: 'lines',
  label,
  noun,
  max,
  ...more,
});
const parts = <const P extends string>(
  label: string,
  names: Readonly<Record<P, string>>,
  more: Help & { always?: readonly NoInfer<P>[] } = {},
): PartsField<P> => ({ kind: 'parts', label, parts: names, ...more });
const list = <const F extends Fields>(
  label: string,
  noun: string,
  title: keyof F & string,
  fields: F,
  more: Help & { max?: number } = {},
): ListField<F> => ({ kind: 'list', label, noun, title, fields, ...more });
const section = <const F extends Fields>(label: string, fields: F, more: Help = {}): SectionField<F> => ({
  kind: 'section',
  label,
  fields,
  ...more,
});

export const field = {
  line,
  requiredLine,
  pattern,
  code,
  text,
  html,
  email,
  link,
  address,
  year,
  number,
  country,
  standard,
  colour,
  choice,
  picture,
  photo,
  tick,
  lines,
  parts,
  list,
  section,
};
