import { foldText } from '../fold-text.ts';
import { hasGrant, type Grant } from '../grants.ts';
import { type PublicPage, publicPages } from '../public-pages.ts';
import type { Role } from '../roles.ts';
import type { Field, Fields } from './field-types.ts';
import { findGroup, type GroupName, groupNames } from './groups.ts';
import de from './search-words/de.json' with { type: 'json' };
import en from './search-words/en.json' with { type: 'json' };
import es from './search-words/es.json' with { type: 'json' };
import fr from './search-words/fr.json' with { type: 'json' };
import tr from './search-words/tr.json' with { type: 'json' };
import { toPlainObject } from './values.ts';

type SearchWords = Readonly<Record<GroupName | 'screens', Readonly<Record<string, string>>>>;

/** What people call fields and screens. `''` is for every field of the group, a page's name for the whole page. */
const searchWords: readonly SearchWords[] = [
  // No other language may have a key that English lacks.
  en satisfies typeof de & typeof es & typeof fr & typeof tr,
  de satisfies typeof en,
  es satisfies typeof en,
  fr satisfies typeof en,
  tr satisfies typeof en,
];

function searchWordsOf(group: keyof SearchWords, path: string): string[] {
  return searchWords.flatMap((words) => words[group][path]?.split(', ') ?? []);
}

/** For a fixed page also the words for its part of the site, as in 'jobs page'. */
function namesOf(group: GroupName, path: string, label: string): string[] {
  const names = [label, ...searchWordsOf(group, path)];
  if (!isFixedPage(group, path)) return names;
  const ofPart = [...searchWordsOf('features', path), ...searchWordsOf('lists', path)];
  return [...names, ...[...names, ...ofPart].map((name) => `${name} page`)];
}

interface Screen {
  /** With the section of the screen, if it has several: `/admin/account#password`. */
  address: string;
  label: string;
  /** The part of the panel, as the search shows it. */
  place: string;
  /** Absent for a screen that everybody may open. */
  grant?: Grant;
}

const account = 'Your account';

/** What people look for besides the groups of settings. */
const searchableScreens: readonly Screen[] = [
  {
    address: '/admin/settings/redirects',
    label: 'Redirects',
    place: 'Settings',
    grant: 'settings:manage',
  },
  {
    address: '/admin/settings/page',
    label: 'Page by page',
    place: 'Settings',
    grant: 'texts:manage',
  },
  {
    address: '/admin/set-up',
    label: 'Set-up',
    place: 'Panel',
    grant: 'settings:manage',
  },
  {
    address: '/admin/users',
    label: 'Users',
    place: 'Panel',
    grant: 'users:manage',
  },
  {
    address: '/admin/account#password',
    label: 'Password',
    place: account,
  },
  {
    address: '/admin/account#second-factor',
    label: 'Second factor',
    place: account,
  },
  {
    address: '/admin/account#messages',
    label: 'Messages',
    place: account,
    grant: 'inbox:manage',
  },
  {
    address: '/admin/account#sessions',
    label: 'Sessions',
    place: account,
  },
  {
    address: '/admin/account#api-tokens',
    label: 'API tokens',
    place: account,
  },
  {
    address: '/admin/account#name',
    label: 'Name',
    place: account,
  },
  {
    address: '/admin/activities?log=access',
    label: 'Security log',
    place: 'Panel',
    grant: 'security:read',
  },
  {
    address: '/admin/privacy',
    label: 'Privacy requests',
    place: 'Panel',
    grant: 'privacy:manage',
  },
  {
    address: '/admin/activities',
    label: 'Activity log',
    place: 'Panel',
  },
  {
    address: '/admin/pages',
    label: 'Pages of your own',
    place: 'Panel',
    grant: 'pages:manage',
  },
  {
    address: '/admin/media',
    label: 'Media',
    place: 'Panel',
    grant: 'media:manage',
  },
];

/** A field, a section, a whole group, or another screen of the panel. */
export interface FoundSetting {
  /** `screen` if it is no group of settings. */
  group: GroupName | 'screen';
  /** Such as `address.street` or `services.0.title`. Empty for a whole group. The address of a screen. */
  path: string;
  label: string;
  /** Such as 'Company, Address'. 'Settings' for a whole group, and the part of the panel for a screen. */
  place: string;
}

/** Opens the settings with the focus in the field, or all that a page shows. */
export function settingHref({ group, path }: Pick<FoundSetting, 'group' | 'path'>): string {
  if (group === 'screen') return path;
  return isFixedPage(group, path)
    ? `/admin/settings/page/${path}`
    : `/admin/settings/${group}${path && `#${path}`}`;
}

function isFixedPage(group: GroupName, path: string): boolean {
  return (publicPages as readonly PublicPage[]).some(({ texts }) =>
    typeof texts === 'string'
      ? group === 'pages' && texts === path
      : group === 'legal' && texts.document === path,
  );
}

interface SettingPlace extends FoundSetting {
  /** Folded label and search words. */
  names: readonly string[];
  /** Labels of group and section, hint and choices. */
  context: readonly string[];
  /** Folded texts of the present values. */
  present: readonly string[];
  isSection: boolean;
}

/** Of the groups that the panel has loaded. */
export type LoadedValues = Partial<Record<GroupName, unknown>>;

/** What the search can find for a role, without groups that it may not read. */
export function settingPlaces(role: Role, values: LoadedValues): SettingPlace[] {
  const groups = groupNames.flatMap((name) => {
    const { label, grant, fields } = findGroup(name)!;
    if (!hasGrant(role, grant)) return [];
    const group: SettingPlace = {
      group: name,
      path: '',
      label,
      place: 'Settings',
      names: [foldText(label)],
      context: [],
      present: [],
      isSection: true,
    };
    const around = { group: name, place: label, context: [label, ...searchWordsOf(name, '')] };
    return [...placesOf(fields, toPlainObject(values[name]), around), group];
  });
  return [...groups, ...screensFor(role)];
}

/** Screens have no hints and no values, so only their names are compared. */
function screensFor(role: Role): SettingPlace[] {
  return searchableScreens
    .filter(({ grant }) => !grant || hasGrant(role, grant))
    .map(({ address, label, place }) => ({
      group: 'screen',
      path: address,
      label,
      place,
      names: [label, ...searchWordsOf('screens', address)].map((name) => foldText(name)),
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
): SettingPlace[] {
  return Object.entries(fields).flatMap(([name, field]): SettingPlace[] => {
    const path = prefix + name;
    const words = searchWordsOf(around.group, path);
    const place: SettingPlace = {
      group: around.group,
      path,
      label: field.label,
      place: around.place,
      names: namesOf(around.group, path, field.label).map((each) => foldText(each)),
      context: [...around.context, field.help ?? '', ...choicesOf(field)].map((each) => foldText(each)),
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
    const parts = placesOf(field.fields, toPlainObject(values[name]), inner, `${path}.`);
    // A section is a result only if it has search words of its own. Its fields always are.
    return words.length === 0 ? parts : [place, ...parts];
  });
}

/** Only values are compared, because labels are the same in every entry. */
function entriesOf(fields: Fields, entries: unknown, list: SettingPlace): SettingPlace[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index) =>
    Object.entries(fields).map(([name, field]): SettingPlace => {
      const present = presentOf(field, toPlainObject(entry)[name]);
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

/** Without tags. Sections, lists and checkboxes have none. */
function presentOf(field: Field, value: unknown): string[] {
  if (field.kind === 'section' || field.kind === 'list' || field.kind === 'tick') return [];
  if (field.kind === 'choice') return [foldText(field.choices[String(value)] ?? '')];
  if (field.kind === 'html') return [foldText(String(value ?? '').replaceAll(/<[^<>]*>/g, ' '))];
  return (Array.isArray(value) ? value : [value ?? '']).map((each) => foldText(String(each)));
}

const maxHits = 8;

/** Ignored, because many searches have them: articles, and verbs such as "change". */
const fillers = new Set(
  foldText(
    'the a an of for to on in my our your is are how where what do i we and change edit set upload add new put make we us at with der die das den dem ' +
      'des ein eine einen mein meine unser unsere von vom zur zum im am und wie wo ist andern bearbeiten hochladen einstellen ' +
      'hinzufugen le la les l un une du de d des mon ma mes notre nos votre au aux et ou est comment modifier changer ajouter mettre pour sur ' +
      'el los las una del mi mis nuestro nuestra y donde como cambiar editar subir anadir poner para en ve bir icin nasil nerede degistir ' +
      'duzenle ekle yukle',
  ).split(' '),
);

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** At most eight, the best first, without groups that the role may not read. */
export function findSettings(text: string, role: Role, values: LoadedValues = {}): FoundSetting[] {
  const typed = wordsOf(foldText(text));
  const telling = typed.filter((word) => !fillers.has(word));
  const words = telling.length > 0 ? telling : typed;
  if (words.length === 0) return [];
  const phrase = typed.join(' ');
  const rated = settingPlaces(role, values).map((place) => ({
    place,
    ratings: words.map((word) => ratingOf(place, word, phrase)),
  }));
  // A rare word weighs more than one that many fields have.
  const weights = words.map((_, index) => {
    const called = rated.filter(({ ratings }) => ratings[index]! >= nameRating / 2).length;
    return Math.log(1 + rated.length / (called || rated.length));
  });
  const complete = rated.filter(({ ratings }) => !ratings.includes(0));
  // If no place matches every word, those whose name matches one word well.
  const fitting =
    complete.length > 0 ? complete : rated.filter(({ ratings }) => Math.max(...ratings) >= nameRating / 2);
  return fitting
    .map(({ place, ratings }) => ({
      place,
      score:
        ratings.reduce((sum, rating, index) => sum + rating * weights[index]!, 0) /
          weights.reduce((sum, weight) => sum + weight) +
        nameBonus(place, words, [phrase, words.join(' ')]),
    }))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxHits)
    .map(({ place: { group, path, label, place } }) => ({ group, path, label, place }));
}

const nameRating = 10;
const contextRating = 3;
const presentRating = 2;

/** 0 if it does not match. A present value must contain the whole search text. */
function ratingOf({ names, context, present }: SettingPlace, word: string, whole: string): number {
  return Math.max(
    ...names.map((name) => nameRating * likeness([...wordsOf(name), wordsOf(name).join('')], word)),
    ...context.map((text) => contextRating * likeness(wordsOf(text), word)),
    present.some((text) => wordsOf(text).join(' ').includes(whole)) ? presentRating : 0,
  );
}

/** For a name that equals the search text, begins with it, or has only words of it. */
function nameBonus(
  { names, isSection }: SettingPlace,
  words: readonly string[],
  texts: readonly string[],
): number {
  const bonuses = names.map((name, index) => {
    const parts = wordsOf(name);
    const phrase = parts.join(' ');
    if (texts.includes(phrase)) return index === 0 ? 42 : 40;
    if (texts.some((text) => phrase.startsWith(text))) return 15 + (5 * texts[0]!.length) / phrase.length;
    return parts.every((part) => words.includes(part)) ? (10 * parts.length) / words.length : 0;
  });
  // Of equal names, a field comes before a section.
  return Math.max(...bonuses, 0) - (isSection ? 0.5 : 0);
}

/** To the most similar of these words, from 0 to 1. */
function likeness(words: readonly string[], searched: string): number {
  let best = 0;
  for (const word of words) {
    if (word === searched) return 1;
    const common = commonStart(word, searched);
    if (word.startsWith(searched)) best = Math.max(best, 0.6 + 0.3 * (searched.length / word.length));
    else if (word.length >= 4 && searched.startsWith(word))
      best = Math.max(best, 0.3 + 0.4 * (word.length / searched.length));
    else if (searched.length >= 4 && word.includes(searched)) best = Math.max(best, 0.5);
    // The same word with another ending.
    else if (common >= 4 && common >= 0.6 * Math.max(word.length, searched.length))
      best = Math.max(best, 0.5);
    // Compound words, as in German, by their last part, which has the main meaning.
    else if (word.length >= 5 && searched.endsWith(word))
      best = Math.max(best, 0.35 + 0.4 * (word.length / searched.length));
    else if (common >= 6) best = Math.max(best, 0.4);
  }
  return best;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
