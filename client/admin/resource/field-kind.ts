import type { ComponentType } from 'react';
import type { Column } from '../../../src/shared/columns.ts';
import type { KeptForm } from '../forms/use-kept-form.ts';

/** A draft, or a row, by the names of its members. */
export type Members = Readonly<Record<string, unknown>>;

export interface Option {
  value: string;
  label: string;
}

/** What a layout says about one of its fields. */
export interface FieldLayout {
  /** Replaces the column's own label. */
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  /** What the picture should be like. */
  hint?: string | undefined;
  /** The picture is shown upright: a portrait. */
  isUpright?: boolean | undefined;
  /** The height of the text. */
  rows?: number | undefined;
  /** The browser asks for it before the form is sent. */
  isRequired?: boolean | undefined;
  /** The dialog sets the focus here when it opens. */
  isFocusedFirst?: boolean | undefined;
}

export interface ControlProps {
  name: string;
  label: string;
  column: Column;
  /** What there is to choose from, in the order of the list. */
  options: readonly Option[];
  layout: FieldLayout;
  form: Pick<KeptForm<Members>, 'draft' | 'change' | 'state' | 'isSaving' | 'progress' | 'stop'>;
  /** The message below a field; true marks the field without a message. */
  errorOf: (field: string) => string | boolean | undefined;
}

/** The text of an error, where it has one. */
export function messageOf(error: string | boolean | undefined): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

/** How the form of a row treats one column. */
export interface FieldKind {
  /** The members of a new row's draft. */
  initial: Members;
  fromRow: (row: Members) => Members;
  /** The column as text, where two versions are compared. */
  show: (draft: Members) => string;
  toInput: (draft: Members) => Members;
  /** The names by which the server answers errors. */
  errorNames: readonly string[];
  /** Members of the draft that nobody types. */
  stored?: readonly string[];
  /** Replaces the control of the column's kind. */
  Control?: ComponentType<ControlProps>;
}
