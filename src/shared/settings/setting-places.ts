import { fold } from '../fold.ts';
import { can } from '../grants.ts';
import type { Role } from '../roles.ts';
import type { Field, Fields } from './field-types.ts';
import { findGroup, type GroupName, groupNames } from './groups.ts';
import { settingWords } from './search-words/groups.ts';
import { screenWords } from './search-words/screens.ts';
import { toValues } from './plain-values.ts';

/** A field or a section of the settings, or a screen, that a search finds. */
export interface FoundSetting {
  /** `screen` marks a screen of the panel outside the settings. */
  group: GroupName | 'screen';
  /**
   * The path of the field or the section: `address.street`, or `services.0.title` in an entry of a list. Empty for a
   * whole group. For a screen, its address.
   */
  path: string;
  label: string;
  /**
   * Where the setting is, for example 'Company, Address': the labels of the group and of the section, if there is one.
   * For a whole group, 'Settings'. For a screen, the part of the panel.
   */
  place: string;
}

export interface Place extends FoundSetting {
  /** The label and the search words. */
  names: readonly string[];
  /** The texts around the field: group, section, hint and choices. */
  context: readonly string[];
  /** The present values as texts. */
  present: readonly string[];
  isSection: boolean;
}

/** The values of the groups that are loaded. */
export type PresentValues = Partial<Record<GroupName, unknown>>;

/** Returns everything that the search can find for a role. Settings that the role may not read are left out. */
export function settingPlaces(role: Role, values: PresentValues): Place[] {
  const groups = groupNames.flatMap((name) => {
    const { label, grant, fields } = findGroup(name)!;
    if (!can(role, grant)) return [];
    const group: Place = {
      group: name,
      path: '',
      label,
      place: 'Settings',
      names: [fold(label)],
      context: [],
      present: [],
      isSection: true,
    };
    const around = { group: name, place: label, context: [label, settingWords[name][''] ?? ''] };
    return [...placesOf(fields, toValues(values[name]), around), group];
  });
  return [...groups, ...screensFor(role)];
}

/** Screens have no hints and no values, so a search only matches their names. */
function screensFor(role: Role): Place[] {
  return screenWords
    .filter(({ grant }) => !grant || can(role, grant))
    .map(({ address, label, place, words }) => ({
      group: 'screen',
      path: address,
      label,
      place,
      names: [label, ...words.split(',')].map((name) => fold(name)),
      context: [],
      present: [],
      isSection: true,
    }));
}

interface Around {
  group: GroupName;
  place: string;
  context: readonly string[];
}

function placesOf(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  around: Around,
  prefix = '',
): Place[] {
  return Object.entries(fields).flatMap(([name, field]): Place[] => {
    const path = prefix + name;
    const said = settingWords[around.group][path];
    const place: Place = {
      group: around.group,
      path,
      label: field.label,
      place: around.place,
      names: [field.label, ...(said?.split(',') ?? [])].map((each) => fold(each)),
      context: [...around.context, field.help ?? '', ...choicesOf(field)].map((each) => fold(each)),
      present: presentOf(field, values[name]),
      isSection: field.kind === 'section',
    };
    if (field.kind === 'list') return [place, ...entriesOf(field.fields, values[name], place)];
    if (field.kind !== 'section') return [place];
    const inner = {
      group: around.group,
      place: `${around.place}, ${field.label}`,
      context: [...around.context, field.label],
    };
    const parts = placesOf(field.fields, toValues(values[name]), inner, `${path}.`);
    // A section is found as a whole only if it has search words.
    return said === undefined ? parts : [place, ...parts];
  });
}

/** Entries of a list are found by their values, because their labels are all the same. */
function entriesOf(fields: Fields, entries: unknown, list: Place): Place[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index) =>
    Object.entries(fields).map(([name, field]): Place => {
      const present = presentOf(field, toValues(entry)[name]);
      return {
        ...list,
        path: `${list.path}.${index}.${name}`,
        label: field.label,
        place: `${list.place}, ${list.label}`,
        names: [],
        context: [],
        present,
      };
    }),
  );
}

function choicesOf(field: Field): string[] {
  if (field.kind === 'choice') return Object.values(field.choices);
  return field.kind === 'parts' ? Object.values(field.parts) : [];
}

/** Returns the texts of a value without markup. */
function presentOf(field: Field, value: unknown): string[] {
  if (field.kind === 'section' || field.kind === 'list' || field.kind === 'tick') return [];
  if (field.kind === 'choice') return [fold(field.choices[String(value)] ?? '')];
  if (field.kind === 'html') return [fold(String(value ?? '').replaceAll(/<[^<>]*>/g, ' '))];
  return (Array.isArray(value) ? value : [value ?? '']).map((each) => fold(String(each)));
}
