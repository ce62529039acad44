import type { Column } from '../../../src/shared/column-types.ts';
import { factsOf, modulePath } from '../../../src/shared/module-facts.ts';
import { fieldKindOf, momentKind } from './field-adapters.ts';
import type { FieldKind, Members } from './field-kind.ts';
import type { FormField, FormModel } from './form-context.tsx';
import { formAddressKindOf } from './publishing/address-field.tsx';
import type { Resource } from './resource-types.ts';

/** The rules of a module's form, without the types of its columns. */
export interface RowRules {
  empty?: Members;
  hidden?: readonly string[];
  fields?: Readonly<Record<string, FieldKind | undefined>>;
  renamed?: Readonly<Record<string, string>>;
}

/** Returns the model of the form of a module's rows, with the fields of the drawer 'Publishing'. */
export function rowModelOf({ name, rowColumns, options, timeZone }: Resource, rules: RowRules): FormModel {
  const { publicBy, schedule, drawer = [], folder } = factsOf(name);
  const { hidden = [] } = rules;
  // Browsers store unsaved input under this name.
  const place = modulePath(name).replace('/admin/', '');
  const ownKindOf = (key: string, column: Column) => {
    if (column.kind === 'moment') return momentKind(key, column.isDay, timeZone);
    if (key === 'slug' && folder) return formAddressKindOf(column);
    return rules.fields?.[key];
  };
  const all = Object.entries(rowColumns).map(([key, column]): FormField => {
    const offered = options[key] ?? [];
    const kind = ownKindOf(key, column) ?? fieldKindOf(key, column, offered, rules.empty?.[key]);
    // A choice without an initial value gets an empty option.
    const isOptional = 'isOptional' in column;
    const none = { value: '', label: isOptional ? 'Not stated' : `Choose a ${column.label.toLowerCase()}` };
    const isBlank = kind.initial[key] === '' && offered.length > 0;
    return { name: key, column, kind, options: isBlank ? [none, ...offered] : offered };
  });
  const visible = all.filter((field) => !hidden.includes(field.name));
  const isApart = ({ name: key, column: { kind, isApart: isOfDrawer } }: FormField) =>
    key !== schedule?.startColumn && kind !== 'slug' && (kind === 'moment' || isOfDrawer === true);
  const isOfDrawerOnly = (field: FormField) => isApart(field) || drawer.includes(field.name);
  const inBoth = [publicBy, schedule?.startColumn, 'slug'];
  const input = (fields: FormField[]) => (values: Members) =>
    Object.assign({}, ...fields.map(({ kind }) => kind.toInput(values)));
  return {
    definition: {
      name: place,
      // Earlier versions of the panel stored the input of the drawer apart.
      ...(schedule && { formerName: `${place}/publishing` }),
      module: name,
      ...(all.some(({ column }) => column.kind === 'picture') && { hasFiles: true }),
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
    drawer: visible
      .filter((field) => isOfDrawerOnly(field) || inBoth.includes(field.name))
      .map((field) => field.name),
    empty: Object.assign({}, ...all.map(({ kind }) => kind.initial)),
    errorNames: visible.filter((field) => !isOfDrawerOnly(field)).flatMap(({ kind }) => kind.errorNames),
    // The drawer is for stored rows only.
    toCreate: input(all.filter((field) => !isApart(field))),
    toUpdate: input(visible),
  };
}
