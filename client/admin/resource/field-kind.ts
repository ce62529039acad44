import type { ComponentType } from 'react';
import type { Column } from '../../../src/shared/columns.ts';
import type { RecordForm } from '../form/use-record-form.ts';

/** A draft or a row, as its members by name. */
export type Members = Readonly<Record<string, unknown>>;

export interface Option {
  value: string;
  label: string;
}

/** The settings of a field in a form's layout. */
export interface FieldLayout {
  /** Replaces the column's own label. */
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  /** Advice about the picture's size or format. */
  hint?: string | undefined;
  /** Shows the picture in portrait format. */
  isUpright?: boolean | undefined;
  /** The height of the text area in lines. */
  rows?: number | undefined;
  /** The browser checks it before it sends the form. */
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
  form: Pick<RecordForm<Members>, 'draft' | 'change' | 'state' | 'isSaving' | 'progress' | 'stop'>;
  /** Returns the message below a field. `true` marks the field as wrong without a message. */
  errorOf: (field: string) => string | boolean | undefined;
}

/** Returns the text of an error, or undefined for an error without text. */
export function messageOf(error: string | boolean | undefined): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

/** The way a form handles one column. */
export interface FieldKind {
  /** The column's members in a new row's draft. */
  initial: Members;
  fromRow: (row: Members) => Members;
  /** Returns the column as text, to compare two versions. */
  show: (draft: Members) => string;
  toInput: (draft: Members) => Members;
  /** The field names in the server's errors. */
  errorNames: readonly string[];
  /** Members of the draft that nobody types. */
  stored?: readonly string[];
  /** Replaces the standard component of the column's kind. */
  Control?: ComponentType<ControlProps>;
}
