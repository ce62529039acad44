import type { Connection, SignedInCtx } from '../database/ctx.ts';
import { hasGrant } from '../shared/grants.ts';
import type { TranslationState } from '../shared/enumerations.ts';
import { type DefaultsBasis, defaultsFor } from '../shared/settings/defaults.ts';
import { completeValues } from '../shared/settings/group-values.ts';
import { findGroup, type GroupName, storedNameOf } from '../shared/settings/groups.ts';
import { settingTextsOf, textFieldsOf, translatedGroups } from '../shared/settings/translated-groups.ts';
import {
  readCurrentGroups,
  readDefaultsBasis,
  readSettingsGroup,
  readSiteLanguages,
  readVersions,
} from './stored-groups.ts';

interface TranslatedSettings {
  group: GroupName;
  label: string;
  cells: {
    lang: string;
    state: TranslationState;
    /** The paths of texts that staff wrote in the main language, and not in this one, or changed since. */
    outdated: string[];
  }[];
}

/** The texts of the settings that the viewer may edit, by language. Where nobody has written any, all have defaults. */
export async function readSettingsTranslations({
  read,
  viewer,
}: Pick<SignedInCtx, 'read' | 'viewer'>): Promise<TranslatedSettings[]> {
  const [main, ...further] = (await readSiteLanguages(read)).shown;
  const basis = await readDefaultsBasis(read);
  const stored = new Map((await readCurrentGroups(read)).map(({ group_name, value }) => [group_name, value]));
  const permitted = (translatedGroups as GroupName[]).filter((name) =>
    hasGrant(viewer.role, findGroup(name)!.grant),
  );
  return Promise.all(
    permitted.map(async (name) => {
      const texts = writtenTexts(name, stored.get(name), basis);
      const cells = further.map(async ({ language }): Promise<TranslatedSettings['cells'][number]> => {
        if (texts.size === 0) return { lang: language, state: 'published', outdated: [] };
        const inLanguage = storedNameOf({ name, language });
        if (!stored.has(inLanguage)) return { lang: language, state: 'missing', outdated: [...texts.keys()] };
        const before = writtenTexts(name, await readValueAtSave(read, name, inLanguage), basis);
        const outdated = [...texts].flatMap(([path, text]) => (before.get(path) === text ? [] : [path]));
        return { lang: language, state: outdated.length > 0 ? 'outdated' : 'published', outdated };
      });
      const own = { lang: main.language, state: 'published' as const, outdated: [] };
      return { group: name, label: findGroup(name)!.label, cells: [own, ...(await Promise.all(cells))] };
    }),
  );
}

/** The texts of a group that differ from the defaults, by path. */
function writtenTexts(name: GroupName, value: object | undefined, basis: DefaultsBasis): Map<string, string> {
  if (!value) return new Map();
  const { fields } = findGroup(name)!;
  const texts = textFieldsOf(name, fields)!;
  const defaults = defaultsFor(basis)[name];
  const initial = new Map(settingTextsOf(texts, defaults).map(({ path, text }) => [path, text]));
  const written = settingTextsOf(texts, completeValues(fields, defaults, value)).filter(
    ({ path, text }) => text !== '' && text !== initial.get(path),
  );
  return new Map(written.map((one) => [one.path, one.text]));
}

/** What was stored of a group when somebody last saved it in a further language. */
async function readValueAtSave(read: Connection, name: GroupName, inLanguage: string): Promise<object> {
  const { updated_at } = (await readSettingsGroup(read, inLanguage))!;
  const version = (await readVersions(read, name)).find(
    ({ created_at }) => created_at <= updated_at,
  )?.version;
  return version === undefined ? {} : ((await readSettingsGroup(read, name, version))?.value ?? {});
}
