import type { ComponentType } from 'react';
import type { Column } from '../../../src/shared/column-types.ts';
import type { RecordForm } from '../form/use-record-form.ts';

/** The values of a form or a row, by name. */
export type Members = Readonly<Record<string, unknown>>;

export interface Option {
  value: string;
  label: string;
}

/** The options of columns by name. */
export type Options = Readonly<Record<string, readonly Option[] | undefined>>;

/** The settings of a field in a form's layout. */
export interface FieldLayout {
  /** Replaces the column's own label. */
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  /** Suggested texts, the most useful first. People may type other texts. */
  proposals?: readonly string[] | undefined;
  /** Advice about the picture's size or format. */
  hint?: string | undefined;
  /** Shows the picture in portrait format. */
  isUpright?: boolean | undefined;
  /** The height of the text area in lines. */
  rows?: number | undefined;
  /** The browser requires a value before it sends the form. */
  isRequired?: boolean | undefined;
  /** The dialog focuses this field when it opens. */
  isFocusedFirst?: boolean | undefined;
}

export interface ControlProps {
  name: string;
  label: string;
  column: Column;
  /** The options of a choice, in order of display. */
  options: readonly Option[];
  layout: FieldLayout;
  form: Pick<RecordForm<Members>, 'values' | 'setValues' | 'baseline' | 'isSubmitting' | 'progress' | 'stop'>;
  /** Returns the message below a field. `true` marks the field as wrong without a message. */
  errorOf: (field: string) => string | boolean | undefined;
  /** The components of all kinds of columns, for a control that contains other fields. */
  controls: Readonly<Record<Column['kind'], ComponentType<ControlProps>>>;
}

/** Returns the text of an error, or undefined for an error without text. */
export function messageOf(error: string | boolean | undefined): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

/** The way a form handles one column. */
export interface FieldKind {
  /** The column's values in the form of a new row. */
  initial: Members;
  fromRow: (row: Members) => Members;
  /** Returns the column as text, to compare two versions. */
  format: (values: Members) => string;
  toInput: (values: Members) => Members;
  /** Merges two versions that come from `base`. Returns undefined when a person has to choose one. */
  merge?: (base: Members, mine: Members, theirs: Members) => Members | undefined;
  /** The field names in the server's errors. */
  errorNames: readonly string[];
  /** The names of values that people do not edit. */
  stored?: readonly string[];
  /** Replaces the standard component of the column's kind. */
  Control?: ComponentType<ControlProps>;
}
