import type { Reader } from '../database/ctx.ts';
import { showPictures } from '../pictures/picture.entity.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { PictureView } from '../shared/picture-view.ts';
import {
  type DefaultsBasis,
  defaultsBasisOf,
  defaultsFor,
  settingDefaults,
} from '../shared/settings/defaults.ts';
import type { Fields, HtmlField } from '../shared/settings/field-types.ts';
import { type Choices, withLabels } from '../shared/settings/choices.ts';
import { completeTexts, completeValues } from '../shared/settings/group-values.ts';
import {
  findGroup,
  type GroupName,
  groupNames,
  type GroupValues,
  type SettingGroup,
  settingGroups,
  storedNameOf,
} from '../shared/settings/groups.ts';
import { initialTexts, withTexts } from '../shared/settings/translated-groups.ts';
import type { SiteLanguage, SiteLanguages } from '../shared/site-languages.ts';
import { type NonEmptyParts, type PagesByLink, servicePagePath } from '../shared/settings/linked-parts.ts';
import { picturePathsIn, toPlainObject } from '../shared/settings/values.ts';
import { type SiteSettings, toSiteSettings } from '../shared/settings/site-settings.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';
import type { StoredGroup } from './stored-groups.ts';

type Values = Record<string, unknown>;
type Clean = (text: string, path: string, field: HtmlField) => Promise<string>;

/**
 * Cleans long texts off the main thread.
 * @throws {RuleBroken} with the path of the text, such as `terms.text` · {Unavailable} when too many are
 * being cleaned
 */
export function cleanSettingTexts(
  cleaner: Pick<HtmlCleaner, 'clean'>,
  fields: Fields,
  values: Values,
): Promise<Values> {
  return mapTexts(
    fields,
    values,
    async (text, path, field) => (await cleaner.clean(text, {}, path, field)).html,
  );
}

/** For texts that may be stored without a check. One that cannot be cleaned becomes empty. */
function cleanStoredTexts(
  cleaner: Pick<HtmlCleaner, 'clean'>,
  fields: Fields,
  values: Values,
): Promise<Values> {
  return mapTexts(fields, values, async (text, path) => {
    try {
      return (await cleaner.clean(text, {}, path)).html;
    } catch (error) {
      if (error instanceof RuleBroken) return '';
      throw error;
    }
  });
}

async function mapTexts(fields: Fields, values: Values, clean: Clean, prefix = ''): Promise<Values> {
  const mapped = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    const [value, path] = [values[name], prefix + name];
    if (field.kind === 'html' && typeof value === 'string' && value !== '') {
      mapped[name] = await clean(value, path, field);
    } else if (field.kind === 'section' && value !== undefined) {
      mapped[name] = await mapTexts(field.fields, toPlainObject(value), clean, `${path}.`);
    } else if (field.kind === 'list' && Array.isArray(value) && hasTexts(field.fields)) {
      const entries: Values[] = [];
      for (const [at, entry] of value.entries())
        entries.push(await mapTexts(field.fields, toPlainObject(entry), clean, `${path}.${at}.`));
      mapped[name] = entries;
    }
  }
  return mapped;
}

function hasTexts(fields: Fields): boolean {
  return Object.values(fields).some(({ kind }) => kind === 'html');
}

type StoredValues = readonly Pick<StoredGroup, 'group_name' | 'value'>[];

/** Also the pages of services. Other defaults link only to fixed pages. */
export function linksInSettings(stored: StoredValues): string[] {
  const storedValue = (name: GroupName) => stored.find(({ group_name }) => group_name === name)?.value;
  const { services } = groupValue(
    'lists',
    storedValue('lists'),
    defaultsBasisOf(storedValue('region')),
  ) as GroupValues['lists'];
  return [
    ...pathsIn(storedValue('navigation')),
    ...pathsIn(storedValue('lists')),
    ...pathsIn(storedValue('pages')),
    ...services.map(servicePagePath),
  ];
}

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

interface SettingsParts {
  stored: StoredValues;
  filled: NonEmptyParts;
  present: PagesByLink;
  languages: SiteLanguages;
  /** The language of the texts. */
  shown: SiteLanguage;
}

export async function assembleSettings(
  read: Reader,
  cleaner: HtmlCleaner,
  { stored, filled, present, languages, shown: language }: SettingsParts,
): Promise<SiteSettings> {
  const byName = new Map(stored.map(({ group_name, value }) => [group_name, value]));
  const basis = defaultsBasisOf(byName.get('region'));
  const values = await Promise.all(
    groupNames.map(async (name) => {
      const value = valueInLanguage(name, byName, basis, language);
      return [name, await cleanStoredTexts(cleaner, settingGroups[name].fields, value)] as const;
    }),
  );
  const paths = values.flatMap(([name, value]) => [
    ...picturePathsIn(settingGroups[name].fields, value).values(),
  ]);
  const shown = await showPictures(
    { read },
    'path',
    [...new Set(paths)].map((path) => ({ path })),
  );
  const pictures = shown.flatMap(({ path, picture }): [string, PictureView][] =>
    picture ? [[path, picture]] : [],
  );
  const shownIn = { languages, shown: language };
  return toSiteSettings(
    Object.fromEntries(values) as GroupValues,
    new Map(pictures),
    filled,
    present,
    shownIn,
  );
}

export function valueInLanguage(
  name: GroupName,
  stored: ReadonlyMap<string, Values>,
  basis: DefaultsBasis,
  { language, prefix }: SiteLanguage,
): Values {
  const main = groupValue(name, stored.get(name), basis);
  if (!prefix) return main;
  if (name === 'region') return { ...main, language };
  const group = findGroup(storedNameOf({ name, language }));
  if (!group) return main;
  const texts = completeTexts(
    group.fields,
    initialTextsOf(group, main, basis),
    stored.get(storedNameOf(group)),
  );
  if (name === 'choices') return { ...withLabels(main as Choices, texts as Choices, basis.language) };
  return withTexts(group.fields, main, texts);
}

/** The defaults of a group in a further language, which depend on the values in the main one. */
export function initialTextsOf(
  { name, language, fields }: Pick<SettingGroup, 'name' | 'language' | 'fields'>,
  main: Values,
  basis: DefaultsBasis,
): Values {
  const own = defaultsFor({ ...basis, language: language! })[name];
  return initialTexts(fields, { main, initial: defaultsFor(basis)[name], own });
}

export function groupValue(
  name: GroupName,
  stored: object = {},
  basis: DefaultsBasis = settingDefaults.region,
): Record<string, unknown> {
  return completeValues(settingGroups[name].fields, defaultsFor(basis)[name], stored);
}
