import type { Hex } from '../brand/colour.ts';
import type { StandardListName } from './standard-lists.ts';

interface Described {
  label: string;
  /** A hint below the input. */
  help?: string;
}
/**
 * A text on one line. A text that is not required may be `''`. `has` is a placeholder that the text must
 * contain.
 */
export interface LineField extends Described {
  kind: 'line';
  max: number;
  isRequired?: true;
  has?: string;
}
/** A code with which another service recognises the owner of the site, or `''`. */
export interface CodeField extends Described {
  kind: 'code';
}
/** A text of several lines, or `''`. */
export interface TextField extends Described {
  kind: 'text';
  max: number;
}
/** A formatted text as clean HTML, or `''`. */
export interface HtmlField extends Described {
  kind: 'html';
  max: number;
}
/** An email address, or `''`. */
export interface EmailField extends Described {
  kind: 'email';
}
/** A web address that begins with http:// or https://, or `''`. */
export interface LinkField extends Described {
  kind: 'link';
}
/** The path of a page on this site, such as `/blog`, or a web address, or `''`. */
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
/**
 * The ISO 3166-1 code of a country, such as `GB`. If `empty` is set, the value may be `''`, and `empty` is the label of
 * this value.
 */
export interface CountryField extends Described {
  kind: 'country';
  empty?: string;
}
/**
 * A value of a standard list, such as the currencies. If `empty` is set, the value may be `''`, and `empty` is the
 * label of this value.
 */
export interface StandardField extends Described {
  kind: 'standard';
  list: StandardListName;
  empty?: string;
}
/** A colour as `#rrggbb`. */
export interface ColourField extends Described {
  kind: 'colour';
}
/** One of several values. `choices` contains the label of each value. */
export interface ChoiceField<C extends string = string> extends Described {
  kind: 'choice';
  choices: Readonly<Record<C, string>>;
}
/**
 * The path of an uploaded picture, or `''`. An uploaded picture is scaled down to fit into `box`, in pixels.
 */
export interface PictureField extends Described {
  kind: 'picture';
  box: { width: number; height: number };
  /**
   * Set when the picture is stored in its original size and shown in several sizes. Such a picture cannot be
   * an SVG.
   */
  isPhoto?: true;
}
export interface TickField extends Described {
  kind: 'tick';
}
/** A list of texts with one line each. */
export interface LinesField extends Described {
  kind: 'lines';
  /** The word for one text, such as 'step'. */
  noun: string;
  max: number;
}
/**
 * The names of the parts of a page that are shown, in their order. `parts` contains the label of each part.
 */
export interface PartsField<P extends string = string> extends Described {
  kind: 'parts';
  parts: Readonly<Record<P, string>>;
  /** The parts that staff can move but not hide. If a list lacks such a part, the part is added at the end. */
  always?: readonly P[];
}
/** A list of entries. Each entry has a `key`, which remains unchanged when the entry is changed or moved. */
export interface ListField<F extends Fields = Fields> extends Described {
  kind: 'list';
  /** The word for one entry, such as 'service'. */
  noun: string;
  /** The field whose value is the title of an entry. */
  title: keyof F & string;
  fields: F;
  /** The maximum number of entries. The default is 60. */
  max?: number;
}
/** A part of a group: fields that belong together. */
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
type ValueOf<F> =
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
