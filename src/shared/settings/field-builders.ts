// The fields of settings as plain data: the panel builds its forms of them, the server its validation. They have no
// values, so that browsers do not load the texts of the site.

import type {
  ChoiceField,
  CountryField,
  Fields,
  LineField,
  LinesField,
  ListField,
  NumberField,
  PartsField,
  PictureField,
  SectionField,
  StandardField,
} from './field-types.ts';
import type { StandardListName } from './standard-lists.ts';

interface Help {
  help?: string;
}

const plain =
  <K extends string>(kind: K) =>
  (label: string, more: Help = {}) => ({ kind, label, ...more });
const sized =
  <K extends string>(kind: K) =>
  (label: string, max: number, more: Help = {}) => ({ kind, label, max, ...more });

export const settingField = {
  line: sized('line'),
  requiredLine: (label: string, max: number, more: Help = {}): LineField => ({
    kind: 'line',
    label,
    max,
    isRequired: true,
    ...more,
  }),
  /** Required, with the placeholder `has`. */
  pattern: (label: string, max: number, has: string, more: Help = {}): LineField => ({
    kind: 'line',
    label,
    max,
    isRequired: true,
    has,
    ...more,
  }),
  shaped: (
    label: string,
    shape: NonNullable<LineField['shape']>,
    more: Help & { isRequired?: true } = {},
  ): LineField => ({ kind: 'line', label, max: 20, shape, ...more }),
  code: plain('code'),
  text: sized('text'),
  html: sized('html'),
  email: plain('email'),
  link: plain('link'),
  address: plain('address'),
  year: plain('year'),
  number: (label: string, max: number, more: Pick<NumberField, 'unit' | 'empty'> & Help): NumberField => ({
    kind: 'number',
    label,
    max,
    ...more,
  }),
  country: (label: string, more: Help & { empty?: string } = {}): CountryField => ({
    kind: 'country',
    label,
    ...more,
  }),
  standard: (label: string, name: StandardListName, more: Help & { empty?: string } = {}): StandardField => ({
    kind: 'standard',
    label,
    list: name,
    ...more,
  }),
  colour: plain('colour'),
  choice: <const C extends string>(
    label: string,
    choices: Readonly<Record<C, string>>,
    more: Help = {},
  ): ChoiceField<C> => ({ kind: 'choice', label, choices, ...more }),
  picture: (label: string, box: PictureField['box'], more: Help = {}): PictureField => ({
    kind: 'picture',
    label,
    box,
    ...more,
  }),
  photo: (label: string, more: Help = {}): PictureField => ({
    kind: 'picture',
    label,
    box: { width: 1920, height: 1920 },
    isPhoto: true,
    ...more,
  }),
  tick: plain('tick'),
  lines: (
    label: string,
    noun: string,
    max: number,
    more: Help & Pick<LinesField, 'isAddress'> = {},
  ): LinesField => ({
    kind: 'lines',
    label,
    noun,
    max,
    ...more,
  }),
  parts: <const P extends string>(
    label: string,
    names: Readonly<Record<P, string>>,
    more: Help & { always?: readonly NoInfer<P>[] } = {},
  ): PartsField<P> => ({ kind: 'parts', label, parts: names, ...more }),
  list: <const F extends Fields>(
    label: string,
    noun: string,
    title: keyof F & string,
    fields: F,
    more: Help & { max?: number } = {},
  ): ListField<F> => ({ kind: 'list', label, noun, title, fields, ...more }),
  section: <const F extends Fields>(label: string, fields: F, more: Help = {}): SectionField<F> => ({
    kind: 'section',
    label,
    fields,
    ...more,
  }),
};
