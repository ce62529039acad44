import type { Hex } from '../brand/colour.ts';
import type { StandardName } from './standards.ts';

interface Described {
  label: string;
  /** A hint that is shown below the input. */
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
/** A whole number from 1 to `max`, or null. `empty` is the label for null. */
export interface NumberField extends Described {
  kind: 'number';
  max: number;
  unit: string;
  empty: string;
}
/** A country's code of ISO 3166-1, such as `GB`. With `empty`, the label for no country, the value may be `''`. */
export interface CountryField extends Described {
  kind: 'country';
  empty?: string;
}
/** A value of a standard list. With `empty`, the label for no value, it may be `''`. */
export interface StandardField extends Described {
  kind: 'standard';
  list: StandardName;
  empty?: string;
}
/** A colour as `#rrggbb`. */
export interface ColourField extends Described {
  kind: 'colour';
}
/** One of several values. `choices` contains their labels. */
export interface ChoiceField<C extends string = string> extends Described {
  kind: 'choice';
  choices: Readonly<Record<C, string>>;
}
/** The path of an uploaded picture, or `''`. An upload is scaled down into `box`, in pixels. */
export interface PictureField extends Described {
  kind: 'picture';
  box: { width: number; height: number };
  /** Whether the picture is stored as it is and shown in several sizes. It may not be a drawing. */
  isPhoto?: true;
}
export interface TickField extends Described {
  kind: 'tick';
}
/** A list of single lines. */
export interface LinesField extends Described {
  kind: 'lines';
  /** The word for one line: 'step'. */
  noun: string;
  max: number;
}
/** The parts of a page that are shown, in their order. `parts` contains the labels of all parts by name. */
export interface PartsField<P extends string = string> extends Described {
  kind: 'parts';
  parts: Readonly<Record<P, string>>;
  /** Parts that staff can move but not hide. If a list lacks one, it is shown last. */
  always?: readonly P[];
}
/** A list of entries. Each has a `key`, which stays the same when the entry is changed or moved. */
export interface ListField<F extends Fields = Fields> extends Described {
  kind: 'list';
  /** The word for one entry: 'service'. */
  noun: string;
  /** The field whose value names an entry. */
  title: keyof F & string;
  fields: F;
  /** The maximum number of entries. Default: 60. */
  max?: number;
}
/** A group of fields that belong together. */
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
