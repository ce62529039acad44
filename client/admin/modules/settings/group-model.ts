import type { Fields, ListField } from '../../../../src/shared/settings/field-types.ts';
import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import { findGroup, type settingGroups } from '../../../../src/shared/settings/groups.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { field, type FormDefinition, type FormField, formatValue } from '../../form/form-definition.ts';
import { factLabels } from './find-unfilled-blanks.ts';

/** Also the texts of a group in a further language, such as `pages.de`. */
export type GroupName = keyof typeof settingGroups | `${keyof typeof settingGroups}.${Language}`;

/** Returns the texts of a group in a further language. Undefined for a group without texts. */
export function groupInLanguage(name: keyof typeof settingGroups, language: Language): GroupName | undefined {
  const stored: GroupName = `${name}.${language}`;
  return findGroup(stored) && stored;
}

export const fieldsOfGroup = (name: GroupName): Fields => findGroup(name)!.fields;
export type Group = ApiOutputs['settings']['one'];
/** The values of a settings group by path, for example `address.city`. A whole list is one value. */
export type FieldValues = Record<string, unknown>;
/** An entry of a setting that is a list. A new entry has a `draftKey` until it is saved and gets a `key`. */
export type Entry = Record<string, unknown> & { key?: string; draftKey?: string };

/** The form of `legal` also has fields for facts of the company, empty at first. */
export function settingsFormOf(name: GroupName): FormDefinition<FieldValues, Group> {
  const fields = fieldsOfGroup(name);
  const facts = name === 'legal' ? Object.entries(factLabels) : [];
  const noFacts = Object.fromEntries(facts.map(([path]) => [`company.${path}`, '']));
  return {
    name: `settings-${name}`,
    fields: [
      ...fieldsOf(fields),
      ...facts.map(([path, label]) => field<FieldValues>(`company.${path}`, `Company: ${label}`)),
    ],
    toValues: ({ value }) => ({ ...toFieldValues(fields, value), ...noFacts }),
  };
}

/** The values of a group by path. Each list also gets an empty record of replaced entries. */
export function toFieldValues(fields: Fields, value: unknown, prefix = ''): FieldValues {
  const values = (value ?? {}) as FieldValues;
  const parts = Object.entries(fields).map(([name, field]) => {
    const path = prefix + name;
    if (field.kind === 'section') return toFieldValues(field.fields, values[name], `${path}.`);
    return { [path]: values[name], ...(field.kind === 'list' && { [reassignmentsPathOf(path)]: {} }) };
  });
  return Object.assign({}, ...parts) as FieldValues;
}

/** Where the form keeps which entries of a list replace removed ones, by key. */
export const reassignmentsPathOf = (path: string) => `${path}.reassigned`;

/** The keys that replace removed entries, by `list.key`. Undefined if no entry is replaced. */
export function toReassignments(
  fields: Fields,
  fieldValues: FieldValues,
): Record<string, string> | undefined {
  const all = Object.keys(fields).flatMap((list) =>
    Object.entries((fieldValues[reassignmentsPathOf(list)] ?? {}) as Record<string, string>).map(
      ([key, target]) => [`${list}.${key}`, target],
    ),
  );
  return all.length > 0 ? (Object.fromEntries(all) as Record<string, string>) : undefined;
}

/** The facts of the company filled in below the legal texts. Undefined if all are empty. */
export function toCompanyFacts(fieldValues: FieldValues): Record<string, unknown> | undefined {
  const facts: Record<string, unknown> = {};
  for (const path of Object.keys(factLabels)) {
    const value = String(fieldValues[`company.${path}`] ?? '').trim();
    const [name = '', inner] = path.split('.');
    if (value === '') continue;
    facts[name] = inner ? { ...(facts[name] as object | undefined), [inner]: value } : value;
  }
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** The nested values of a save or a preview, without empty lines. */
export function toGroupValue(fields: Fields, fieldValues: FieldValues, prefix = ''): Record<string, unknown> {
  const members = Object.entries(fields).map(([name, field]) => {
    const path = prefix + name;
    if (field.kind === 'section') return [name, toGroupValue(field.fields, fieldValues, `${path}.`)];
    return [name, field.kind === 'lines' ? withoutEmpty(fieldValues[path]) : fieldValues[path]];
  });
  return Object.fromEntries(members) as Record<string, unknown>;
}

function withoutEmpty(lines: unknown): string[] {
  return (lines as string[]).filter((line) => line.trim() !== '');
}

function fieldsOf(fields: Fields, prefix = '', section = ''): FormField<FieldValues>[] {
  return Object.entries(fields).flatMap(([name, field]): FormField<FieldValues>[] => {
    const path = prefix + name;
    if (field.kind === 'section') return fieldsOf(field.fields, `${path}.`, `${field.label}: `);
    const show = (fieldValues: FieldValues) =>
      field.kind === 'list'
        ? showEntries(field, fieldValues[path] as Entry[])
        : formatValue(fieldValues[path]);
    const names = field.kind === 'list' ? [path, reassignmentsPathOf(path)] : [path];
    return [{ label: section + field.label, names, format: show }];
  });
}

function showEntries({ fields }: ListField, entries: readonly Entry[]): string {
  const texts = (entry: Entry) =>
    Object.keys(fields)
      .map((name) => formatValue(entry[name]))
      .filter(Boolean);
  return entries.map((entry) => texts(entry).join(' · ')).join('\n');
}
