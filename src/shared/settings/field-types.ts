import type { Hex } from '../brand/colour.ts';
import type { StandardListName } from './standard-lists.ts';

interface Described {
  label: string;
  /** Below the input. */
  help?: string;
}
/**
 * One line, or `''` unless required. `has` is a placeholder that it must contain. `shape` is what it states: a day such
 * as `2026-12-24`, or times of opening and closing such as `09:00–17:30`.
 */
export interface LineField extends Described {
  kind: 'line';
  max: number;
  isRequired?: true;
  has?: string;
  shape?: 'day' | 'times';
}
/** A code by which another service knows the site's owner, or `''`. */
interface CodeField extends Described {
  kind: 'code';
}
/** Several lines, or `''`. */
interface TextField extends Described {
  kind: 'text';
  max: number;
}
/** Clean HTML, or `''`. */
export interface HtmlField extends Described {
  kind: 'html';
  max: number;
}
/** May be `''`. */
interface EmailField extends Described {
  kind: 'email';
}
/** Begins with http:// or https://, or is `''`. */
interface LinkField extends Described {
  kind: 'link';
}
/** The path of a page on this site, such as `/blog`, a web address, or `''`. */
interface AddressField extends Described {
  kind: 'address';
}
/** The year, or null. */
interface YearField extends Described {
  kind: 'year';
}
/** A whole number from 1, or null, whose label is `empty`. */
export interface NumberField extends Described {
  kind: 'number';
  max: number;
  unit: string;
  empty: string;
}
/** ISO 3166-1, such as `GB`. With `empty`, the label of `''`, it may be `''`. */
export interface CountryField extends Described {
  kind: 'country';
  empty?: string;
}
/** From a standard list, such as the currencies. With `empty`, the label of `''`, it may be `''`. */
export interface StandardField extends Described {
  kind: 'standard';
  list: StandardListName;
  empty?: string;
}
/** `#rrggbb`. */
interface ColourField extends Described {
  kind: 'colour';
}
/** `choices` has the labels. */
export interface ChoiceField<C extends string = string> extends Described {
  kind: 'choice';
  choices: Readonly<Record<C, string>>;
}
/** The path of an upload, scaled down to fit into `box`, in pixels, or `''`. */
export interface PictureField extends Described {
  kind: 'picture';
  box: { width: number; height: number };
  /** Stored in its original size and shown in several. Cannot be an SVG. */
  isPhoto?: true;
}
interface TickField extends Described {
  kind: 'tick';
}
export interface LinesField extends Described {
  kind: 'lines';
  /** Such as 'step'. */
  noun: string;
  max: number;
  /** Parts of addresses, which are the same in every language. */
  isAddress?: true;
}
/** The shown parts of a page in their order. `parts` has the labels. */
export interface PartsField<P extends string = string> extends Described {
  kind: 'parts';
  parts: Readonly<Record<P, string>>;
  /** Can be moved but not hidden. A list that lacks one gets it at the end. */
  always?: readonly P[];
}
/** Each entry has a `key`, which stays when it is changed or moved. */
export interface ListField<F extends Fields = Fields> extends Described {
  kind: 'list';
  /** Such as 'service'. */
  noun: string;
  /** The field with the title of an entry. */
  title: keyof F & string;
  fields: F;
  /** Entries, 60 by default. */
  max?: number;
}
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
