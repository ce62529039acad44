import { type ListName, listNames, jobTypeKeys, jobTypes } from '../enumerations.ts';
import { hashOf } from '../fnv-hash.ts';
import { categoryMotifs, type Motif } from '../motifs.ts';
import { mapValues } from './empty-values.ts';
import type { GroupValue } from './groups.ts';

export type Choices = GroupValue<'choices'>;
/** An entry of any list. */
export interface ChoiceEntry {
  key: string;
  name: string;
  /** The earlier names of the entry, which rows in the trash and programs may still use. */
  former: readonly string[];
}
export interface ShownChoice {
  /** The text that rows store. */
  value: string;
  label: string;
}

/**
 * Returns the text that rows store for an entry. Team members store the key of their section, which never changes. All
 * other rows store the name of the entry.
 */
export function storedValue(list: ListName, { key, name }: Pick<ChoiceEntry, 'key' | 'name'>): string {
  return list === 'team_sections' ? key : name;
}

export function entriesOf(choices: Choices, list: ListName): readonly ChoiceEntry[] {
  return choices[list];
}

/** Returns the values of a list in its order. */
export function valuesOf(choices: Choices, list: ListName): string[] {
  return entriesOf(choices, list).map((entry) => storedValue(list, entry));
}

/** Returns the values of a list with their labels, in its order. */
export function optionsOf(choices: Choices, list: ListName): ShownChoice[] {
  return entriesOf(choices, list).map((entry) => ({ value: storedValue(list, entry), label: entry.name }));
}

/** Returns the value to which a text refers, also by a former name. Returns undefined if there is none. */
export function findValue(choices: Choices, list: ListName, text: string): string | undefined {
  const entries = entriesOf(choices, list);
  const entry =
    entries.find((each) => storedValue(list, each) === text) ??
    entries.find(({ former }) => former.includes(text));
  return entry && storedValue(list, entry);
}

/** Returns the types of jobs with their labels. */
export function jobTypeOptions({ job_types }: Pick<Choices, 'job_types'>): ShownChoice[] {
  return jobTypes.map((value) => ({ value, label: job_types[jobTypeKeys[value]] }));
}

/** Returns every list with its values and labels, for programs and the panel. */
export function shownChoices(choices: Choices): Record<ListName | 'job_types', ShownChoice[]> {
  const lists = Object.fromEntries(listNames.map((list) => [list, optionsOf(choices, list)]));
  return { ...(lists as Record<ListName, ShownChoice[]>), job_types: jobTypeOptions(choices) };
}

/** Returns the label of a value. If the list lacks the value, returns the value itself. */
export function labelIn(options: readonly ShownChoice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

type CategoryList = 'blog_categories' | 'portfolio_categories';
const motifs: Readonly<Record<string, Motif>> = categoryMotifs;
const motifKeys = Object.keys(motifs);

/**
 * Returns the subject of a category. It was chosen, or follows from the key of the category. A category that no list
 * contains gets the subject of the site.
 */
export function motifOf(choices: Choices, list: CategoryList, category: string): Motif {
  const entry = choices[list].find(({ name }) => name === category);
  if (!entry) return 'hero';
  return motifs[entry.motif] ?? motifs[motifKeys[hashOf(entry.key) % motifKeys.length]!]!;
}

/**
 * Removes former names that are ambiguous: those that an entry of the list has as its present name, and all but the
 * first of equal former names.
 */
export function withoutTaken(choices: Choices): Choices {
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
