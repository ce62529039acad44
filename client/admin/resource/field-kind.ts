import type { ComponentType } from 'react';
import type { Column } from '../../../src/shared/column-types.ts';
import type { RecordForm } from '../form/use-record-form.ts';

/** The values of a form or a row, by name. */
export type Members = Readonly<Record<string, unknown>>;

export interface Option {
  value: string;
  label: string;
}

/** The options of columns, by the name of the column. */
export type Options = Readonly<Record<string, readonly Option[] | undefined>>;

/** How the layout of a form shows a field: texts, size and focus. */
export interface FieldLayout {
  /** Replaces the column's own label. */
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  /** Suggested texts, the most useful first. People may type other texts. */
  proposals?: readonly string[] | undefined;
  /** Advice about the picture's size or format. */
  hint?: string | undefined;
  /** Whether the picture is shown in portrait format. */
  isUpright?: boolean | undefined;
  /** The height of the text area in lines. */
  rows?: number | undefined;
  /** Marks the input as required. The browser checks required inputs only in a form with `isChecked`. */
  isRequired?: boolean | undefined;
  /** Whether the field takes the focus when it appears, for example when its dialog opens. */
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

/** How a form handles one column: its values, text, input for the server, and errors. */
export interface FieldKind {
  /** The initial values of the column when a form for a new row opens. */
  initial: Members;
  fromRow: (row: Members) => Members;
  /** Returns the content of the column as text, which people compare with the text of another version. */
  format: (values: Members) => string;
  toInput: (values: Members) => Members;
  /** Merges two versions that are based on `base`. Undefined when a person has to choose. */
  merge?: (base: Members, mine: Members, theirs: Members) => Members | undefined;
  /** The names that the server's errors use for the column. */
  errorNames: readonly string[];
  /** The names of values that only describe the stored row. People do not edit these values. */
  stored?: readonly string[];
  /** Replaces the standard component of the column's kind. */
  Control?: ComponentType<ControlProps>;
}
