import type { ComponentType } from 'react';
import type { Column } from '../../../src/shared/column-types.ts';
import type { RecordForm } from '../form/use-record-form.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface Option {
  value: string;
  label: string;
}

/** By the name of the column. */
export type Options = Readonly<Record<string, readonly Option[] | undefined>>;

export interface FieldLayout {
  /** Replaces the column's own label. */
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  /** Suggested texts, the most useful first. People may type other texts. */
  proposals?: readonly string[] | undefined;
  hint?: string | undefined;
  /** In portrait format. */
  isUpright?: boolean | undefined;
  rows?: number | undefined;
  /** The browser checks this only in a form with `isChecked`. */
  isRequired?: boolean | undefined;
  /** For example when its dialog opens. */
  isFocusedFirst?: boolean | undefined;
}

export interface ControlProps {
  name: string;
  label: string;
  column: Column;
  options: readonly Option[];
  layout: FieldLayout;
  form: Pick<RecordForm<Members>, 'values' | 'setValues' | 'baseline' | 'isSubmitting' | 'progress' | 'stop'>;
  /** Returns the message below a field. `true` marks the field as wrong without a message. */
  errorOf: (field: string) => string | boolean | undefined;
  /** The components of all kinds of columns, for a control that contains other fields. */
  controls: Readonly<Record<Column['kind'], ComponentType<ControlProps>>>;
}

export function messageOf(error: string | boolean | undefined): string | undefined {
  return typeof error === 'string' ? error : undefined;
}

export interface FieldKind {
  initial: Members;
  fromRow: (row: Members) => Members;
  /** As text, which people compare with another version. */
  format: (values: Members) => string;
  toInput: (values: Members) => Members;
  /** Undefined when a person has to choose. */
  merge?: (base: Members, mine: Members, theirs: Members) => Members | undefined;
  errorNames: readonly string[];
  /** They only describe the stored row. */
  stored?: readonly string[];
  Control?: ComponentType<ControlProps>;
}
