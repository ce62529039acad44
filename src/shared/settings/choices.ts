import { jobTypeKeys, jobTypes, type ListName, listNames } from '../enumerations.ts';
import { fnvHashOf } from '../fnv-hash.ts';
import { categoryMotifs, type Motif } from '../motifs.ts';
import type { Language } from './fields/region.ts';
import { mapValues } from './values.ts';
import type { GroupValue } from './groups.ts';

export type Choices = GroupValue<'choices'>;
/** Such as a blog category. */
export interface ChoiceEntry {
  key: string;
  name: string;
  /** The name in a further language of the site. */
  label?: string;
  /** The language of the name, if it has none in that of the settings. */
  lang?: Language;
  /** Rows in the trash and API clients might still use earlier names. */
  former: readonly string[];
}
export interface ShownChoice {
  /** What rows store for the entry. */
  value: string;
  label: string;
  /** The language of the label, if it is not that of the settings. */
  lang?: Language;
}

/** Team members store the key of their section, which never changes. All other rows store the name of the entry. */
export function storedValueOfEntry(list: ListName, { key, name }: Pick<ChoiceEntry, 'key' | 'name'>): string {
  return list === 'team_sections' ? key : name;
}

export function entriesOfList(choices: Choices, list: ListName): readonly ChoiceEntry[] {
  return choices[list];
}

export function storedValuesOf(choices: Choices, list: ListName): string[] {
  return entriesOfList(choices, list).map((entry) => storedValueOfEntry(list, entry));
}

export function optionsOfList(choices: Choices, list: ListName): ShownChoice[] {
  return entriesOfList(choices, list).map((entry) => ({
    value: storedValueOfEntry(list, entry),
    label: entry.label ?? entry.name,
    ...(entry.lang && { lang: entry.lang }),
  }));
}

/** What rows store for an entry, by its stored value or a former name. */
export function findStoredValue(choices: Choices, list: ListName, text: string): string | undefined {
  const entries = entriesOfList(choices, list);
  const entry =
    entries.find((each) => storedValueOfEntry(list, each) === text) ??
    entries.find(({ former }) => former.includes(text));
  return entry && storedValueOfEntry(list, entry);
}

export function jobTypeOptions({ job_types }: Pick<Choices, 'job_types'>): ShownChoice[] {
  return jobTypes.map((value) => ({ value, label: job_types[jobTypeKeys[value]] }));
}

/** For API clients and the panel. */
export function shownChoices(choices: Choices): Record<ListName | 'job_types', ShownChoice[]> {
  const lists = Object.fromEntries(listNames.map((list) => [list, optionsOfList(choices, list)]));
  return { ...(lists as Record<ListName, ShownChoice[]>), job_types: jobTypeOptions(choices) };
}

/** The value itself if it is not in the list. */
export function labelOfValue(options: readonly ShownChoice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

export function nameInList(choices: Choices, list: ListName, value: string): string {
  return labelOfValue(optionsOfList(choices, list), value);
}

/** The lists of the main language with their names in a further one, because rows store the former. */
export function withLabels(main: Choices, texts: Choices, language: Language): Choices {
  const lists = listNames.map((list) => {
    const names = new Map(entriesOfList(texts, list).map(({ key, name }) => [key, name]));
    const entries = entriesOfList(main, list).map((entry) => {
      const label = names.get(entry.key);
      return label && label !== entry.name ? { ...entry, label } : { ...entry, lang: language };
    });
    return [list, entries] as const;
  });
  return { ...main, job_types: texts.job_types, ...Object.fromEntries(lists) };
}

type CategoryList = 'blog_categories' | 'portfolio_categories';
const motifs: Readonly<Record<string, Motif>> = categoryMotifs;
const motifKeys = Object.keys(motifs);

/** As staff have chosen, or by the key. A category that is not in the list gets that of the home page. */
export function motifOfCategory(choices: Choices, list: CategoryList, category: string): Motif {
  const entry = choices[list].find(({ name }) => name === category);
  if (!entry) return 'hero';
  return motifs[entry.motif] ?? motifs[motifKeys[fnvHashOf(entry.key) % motifKeys.length]!]!;
}

/** Removes a former name that is the stored value of an entry, or a former name of an earlier one. */
export function withoutAmbiguousNames(choices: Choices): Choices {
  const tidied = mapValues({ ...choices }, (entries, name) => {
    if (!Array.isArray(entries)) return entries;
    const taken = new Set(entries.map((entry) => storedValueOfEntry(name as ListName, entry)));
    return entries.map((entry: ChoiceEntry) => ({
      ...entry,
      former: entry.former.filter((text) => !taken.has(text) && taken.add(text)),
    }));
  });
  return tidied as unknown as Choices;
}
