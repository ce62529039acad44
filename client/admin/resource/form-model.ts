import type { Column, Columns } from '../../../src/shared/column-types.ts';
import type { ModuleName } from '../../../src/shared/module-facts.ts';
import type { FormDefinition } from '../form/form-definition.ts';
import { fieldKindOf } from './field-adapters.ts';
import type { FieldKind, Members, Option, Options } from './field-kind.ts';
import type { Row, RowInput } from './module-api.ts';

/** The rules of a module's form, without the types of its columns. */
export interface FormRules {
  columns: Columns;
  /** The options of the columns that offer a choice. */
  options: Options;
  empty?: Members;
  hidden?: readonly string[];
  fields?: Readonly<Record<string, FieldKind | undefined>>;
  renamed?: Readonly<Record<string, string>>;
  module?: ModuleName;
}

export interface FormField {
  name: string;
  column: Column;
  kind: FieldKind;
  options: readonly Option[];
}

/** The form of a module's rows: the fields, and the functions that create, compare and send the values. */
export interface FormModel {
  definition: FormDefinition<Members, Row>;
  fields: ReadonlyMap<string, FormField>;
  /** The values of a new row. */
  empty: Members;
  /** The field names for which the form shows the server's errors. */
  errorNames: readonly string[];
  toCreate: (values: Members) => RowInput;
  toUpdate: (values: Members) => RowInput;
}

/** Returns the model of a form. Browsers store the unsaved input under `name`. */
export function formModelOf(name: string, rules: FormRules): FormModel {
  const { columns, hidden = [] } = rules;
  const all = Object.entries(columns).map(([key, column]): FormField => {
    const options = rules.options[key] ?? [];
    const kind = rules.fields?.[key] ?? fieldKindOf(key, column, options, rules.empty?.[key]);
    // A choice without an initial value gets an empty option.
    const isOptional = 'isOptional' in column;
    const none = { value: '', label: isOptional ? 'Not stated' : `Choose a ${column.label.toLowerCase()}` };
    const isBlank = kind.initial[key] === '' && options.length > 0;
    return { name: key, column, kind, options: isBlank ? [none, ...options] : options };
  });
  const visible = all.filter((field) => !hidden.includes(field.name));
  const hasFiles = all.some(({ column }) => column.kind === 'picture');
  const input = (fields: FormField[]) => (values: Members) =>
    Object.assign({}, ...fields.map(({ kind }) => kind.toInput(values)));
  return {
    definition: {
      name,
      ...(rules.module && { module: rules.module }),
      ...(hasFiles && { hasFiles }),
      toValues: (row) => Object.assign({}, ...all.map(({ kind }) => kind.fromRow(row))),
      readOnly: visible.flatMap(({ kind }) => kind.stored ?? []),
      ...(rules.renamed && { renamed: rules.renamed }),
      fields: visible.map(({ column, kind }) => ({
        label: column.heading ?? column.label,
        names: Object.keys(kind.initial),
        format: kind.format,
        merge: kind.merge,
      })),
    },
    fields: new Map(visible.map((field) => [field.name, field])),
    empty: Object.assign({}, ...all.map(({ kind }) => kind.initial)),
    errorNames: visible.flatMap(({ kind }) => kind.errorNames),
    toCreate: input(all),
    toUpdate: input(visible),
  };
}
