import { factsOf, modulePath } from '../../../src/shared/module-facts.ts';
import { momentKind } from './field-adapters.ts';
import type { FieldKind } from './field-kind.ts';
import { type FormModel, type FormRules, formModelOf } from './form-model.ts';
import { formAddressKindOf, drawerAddressKindOf } from './publishing/address-field.tsx';
import type { Resource } from './resource-types.ts';

/** Returns the name of a module's forms, for example `jobs`. Browsers store unsaved input under this name. */
const formName = ({ name }: Resource) => modulePath(name).replace('/admin/', '');

/** The rules of a row's form, without the types of its columns. */
export type RowRules = Pick<FormRules, 'empty' | 'hidden' | 'fields' | 'renamed'>;

/** Returns the model of the form for a row, without the columns that only the publishing drawer shows. */
export function rowModelOf(resource: Resource, rules: RowRules): FormModel {
  const { name, rowColumns, options, timeZone } = resource;
  const { schedule, drawer = [], folder } = factsOf(name);
  const columns = Object.entries(rowColumns).filter(
    ([key, { kind, isApart }]) =>
      key === schedule?.startColumn || kind === 'slug' || (kind !== 'moment' && !isApart),
  );
  const fields: Record<string, FieldKind | undefined> = { ...rules.fields };
  if (schedule?.startColumn) fields[schedule.startColumn] = momentKind(schedule.startColumn, false, timeZone);
  if (folder) fields.slug = formAddressKindOf(rowColumns.slug!);
  return formModelOf(formName(resource), {
    columns: Object.fromEntries(columns),
    options,
    ...(rules.empty && { empty: rules.empty }),
    ...(rules.renamed && { renamed: rules.renamed }),
    fields,
    module: name,
    hidden: [...(rules.hidden ?? []), ...drawer],
  });
}

/** Returns the model of the publishing drawer: dates, publication, and the columns that only the drawer shows. */
export function publishingModelOf(resource: Resource): FormModel {
  const { name, rowColumns, timeZone } = resource;
  const { publicBy, drawer = [] } = factsOf(name);
  const chosen = Object.entries(rowColumns).filter(
    ([key, { kind, isApart }]) => key === publicBy || kind === 'moment' || isApart || drawer.includes(key),
  );
  const fields = chosen.flatMap(([key, column]) =>
    column.kind === 'moment' ? [[key, momentKind(key, column.isDay, timeZone)] as const] : [],
  );
  return formModelOf(`${formName(resource)}/publishing`, {
    columns: Object.fromEntries(chosen),
    fields: {
      ...Object.fromEntries(fields),
      ...(rowColumns.slug && { slug: drawerAddressKindOf(rowColumns.slug) }),
    },
    options: {},
  });
}
