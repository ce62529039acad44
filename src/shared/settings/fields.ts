// Builds the descriptions of the site's settings. They are plain data: the panel makes its forms of them, and the server its
// validation. They contain no values, so that browsers do not load the texts of the site.

import type { Hex } from '../brand/colour.ts';
import type { StandardName } from './standards.ts';

interface Described {
  label: string;
  /** A hint below the input. */
  help?: string;
}
/** Text on one line. Optional text may be `''`. `has` is a placeholder that the text must contain. */
export interface LineField extends Described {
  kind: 'line';
  max: number;
  isRequired?: true;
  has?: string;
}
/** A code by which another service recognises the owner of the site, or `''`. */
export interface CodeField extends Described {
  kind: 'code';
}
/** Text of several lines. */
export interface TextField extends Described {
  kind: 'text';
  max: number;
}
/** Formatted text as clean HTML, or `''`. */
export interface HtmlField extends Described {
  kind: 'html';
  max: number;
}
/** An e-mail address, or `''`. */
export interface EmailField extends Described {
  kind: 'email';
}
/** A web address that begins with http:// or https://, or `''`. */
export interface LinkField extends Described {
  kind: 'link';
}
/** A page of this site such as `/blog`, or a web address. */
export interface AddressField extends Described {
  kind: 'address';
}
/** A year, or null. */
export interface YearField extends Described {
  kind: 'year';
}
/** A whole number from 1 to `max`, or null. `empty` says what null means. */
export interface NumberField extends Described {
  kind: 'number';
  max: number;
  unit: string;
  empty: string;
}
/** A country's code of ISO 3166-1, such as `GB`. With `empty`, the words for none, it may be `''`. */
export interface CountryField extends Described {
  kind: 'country';
  empty?: string;
}
/** A value of a standard list. With `empty`, the words for none, it may be `''`. */
export interface StandardField extends Described {
  kind: 'standard';
  list: StandardName;
  empty?: string;
}
/** A colour as `#rrggbb`. */
export interface ColourField extends Described {
  kind: 'colour';
}
/** One of several values. `choices` are their labels. */
export interface ChoiceField<C extends string = string> extends Described {
  kind: 'choice';
  choices: Readonly<Record<C, string>>;
}
/** The path of an uploaded picture, or `''`. An upload is scaled down into `box`, in pixels. */
export interface PictureField extends Described {
  kind: 'picture';
  box: { width: number; height: number };
  /** The picture is stored as it is, and pages show it in several sizes. It may not be a drawing. */
  isPhoto?: true;
}
export interface TickField extends Described {
  kind: 'tick';
}
/** A list of single lines. */
export interface LinesField extends Described {
  kind: 'lines';
  /** Names one line: 'step'. */
  noun: string;
  max: number;
}
/** Parts of a page: the ones that are shown, in their order. `parts` are their labels by name. */
export interface PartsField<P extends string = string> extends Described {
  kind: 'parts';
  parts: Readonly<Record<P, string>>;
  /** Parts that staff can move but not hide. A list without one shows it last. */
  always?: readonly P[];
}
/** A list of entries. Each has a `key`, which stays the same when the entry is changed or moved. */
export interface ListField<F extends Fields = Fields> extends Described {
  kind: 'list';
  /** Names one entry: 'service'. */
  noun: string;
  /** The field that names an entry. */
  title: keyof F & string;
  fields: F;
  /** How many entries it may have. Default: 60. */
  max?: number;
}
/** Fields that belong together. */
export interface SectionField<F extends Fields = Fields> extends Described {
  kind: 'section';
  fields: F;
}
export type LeafField =
  | LineField
  | CodeField
  | TextField
  | HtmlField
  | EmailField
  | LinkField
  | AddressField
  | YearField
  | NumberField
  | CountryField
  | StandardField
  | ColourField
  | ChoiceField
  | PictureField
  | TickField
  | LinesField
  | PartsField;
export type Field = LeafField | ListField | SectionField;
export interface Fields {
  [name: string]: Field;
}

/** The type of a field's value. */
export type ValueOf<F> =
  F extends SectionField<infer Inner>
    ? ValuesOf<Inner>
    : F extends ListField<infer Inner>
      ? ({ key: string } & ValuesOf<Inner>)[]
      : F extends PartsField<infer P>
        ? P[]
        : F extends ChoiceField<infer C>
          ? C
          : F extends ColourField
            ? Hex
            : F extends LinesField
              ? string[]
              : F extends YearField | NumberField
                ? number | null
                : F extends TickField
                  ? boolean
                  : string;
export type ValuesOf<F> = { [K in keyof F]: ValueOf<F[K]> };

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
/** A required line that contains a placeholder. */
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
  name: StandardName,
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

/** Makes the fields of a group of settings. */
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
