import { type ListName, listNames, jobTypeKeys, jobTypes } from '../enumerations.ts';
import { hashOf } from '../fnv-hash.ts';
import { categoryMotifs, type Motif } from '../motifs.ts';
import { mapValues } from './values.ts';
import type { GroupValue } from './groups.ts';

export type Choices = GroupValue<'choices'>;
/** An entry of a list from which rows take their values, such as a blog category. */
export interface ChoiceEntry {
  key: string;
  name: string;
  /** The earlier names of the entry. Rows in the trash and API clients might still use them. */
  former: readonly string[];
}
export interface ShownChoice {
  /** The text that rows store for the entry. */
  value: string;
  label: string;
}

/**
 * Returns the text that rows store for an entry. Team members store the key of their section, which never
 * changes. For all other lists, rows store the name of the entry.
 */
export function storedValue(list: ListName, { key, name }: Pick<ChoiceEntry, 'key' | 'name'>): string {
  return list === 'team_sections' ? key : name;
}

export function entriesOf(choices: Choices, list: ListName): readonly ChoiceEntry[] {
  return choices[list];
}

/** Returns the values that rows can store for a list, in the order of the list. */
export function valuesOf(choices: Choices, list: ListName): string[] {
  return entriesOf(choices, list).map((entry) => storedValue(list, entry));
}

/** Returns the values that rows can store for a list, with their labels, in the order of the list. */
export function optionsOf(choices: Choices, list: ListName): ShownChoice[] {
  return entriesOf(choices, list).map((entry) => ({ value: storedValue(list, entry), label: entry.name }));
}

/**
 * Returns the value that rows store for an entry of a list. `text` is the stored value or a former name of the entry.
 * Returns undefined if the list has no such entry.
 */
export function findValue(choices: Choices, list: ListName, text: string): string | undefined {
  const entries = entriesOf(choices, list);
  const entry =
    entries.find((each) => storedValue(list, each) === text) ??
    entries.find(({ former }) => former.includes(text));
  return entry && storedValue(list, entry);
}

/** Returns the types of jobs with the labels from the settings. */
export function jobTypeOptions({ job_types }: Pick<Choices, 'job_types'>): ShownChoice[] {
  return jobTypes.map((value) => ({ value, label: job_types[jobTypeKeys[value]] }));
}

/** Returns every list of values with its labels, for API clients and the panel. */
export function shownChoices(choices: Choices): Record<ListName | 'job_types', ShownChoice[]> {
  const lists = Object.fromEntries(listNames.map((list) => [list, optionsOf(choices, list)]));
  return { ...(lists as Record<ListName, ShownChoice[]>), job_types: jobTypeOptions(choices) };
}

/** Returns the label of a value. Returns the value itself if the list does not contain it. */
export function labelIn(options: readonly ShownChoice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

type CategoryList = 'blog_categories' | 'portfolio_categories';
const motifs: Readonly<Record<string, Motif>> = categoryMotifs;
const motifKeys = Object.keys(motifs);

/**
 * Returns the subject of the drawing for a category. Staff can choose the subject. Otherwise, the key of the
 * category decides. A category that is not in the list gets the drawing of the home page.
 */
export function motifOf(choices: Choices, list: CategoryList, category: string): Motif {
  const entry = choices[list].find(({ name }) => name === category);
  if (!entry) return 'hero';
  return motifs[entry.motif] ?? motifs[motifKeys[hashOf(entry.key) % motifKeys.length]!]!;
}

/**
 * Removes ambiguous former names from each list. A former name is removed if it equals the stored value of an entry, or
 * if an earlier entry has the same former name.
 */
export function withoutAmbiguousNames(choices: Choices): Choices {
  const tidied = mapValues({ ...choices }, (entries, name) => {
    if (!Array.isArray(entries)) return entries;
    const taken = new Set((entries as ChoiceEntry[]).map((entry) => storedValue(name as ListName, entry)));
    return entries.map((entry: ChoiceEntry) => ({
      ...entry,
      former: entry.former.filter((text) => !taken.has(text) && taken.add(text)),
    }));
  });
  return tidied as unknown as Choices;
}
