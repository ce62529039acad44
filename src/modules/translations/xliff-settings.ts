import type { SignedInCtx } from '../../database/ctx.ts';
import { readSettingsTranslations } from '../../settings/group-translations.ts';
import { noListUses } from '../../settings/choices.ts';
import { getGroup, saveGroup } from '../../settings/settings.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { galleryModule } from '../../shared/gallery-limits.ts';
import { hasGrant } from '../../shared/grants.ts';
import { findGroup, type GroupName, type SettingGroup, storedNameOf } from '../../shared/settings/groups.ts';
import {
  pathOfError,
  settingTextsOf,
  translatedGroups,
  withSettingTexts,
} from '../../shared/settings/translated-groups.ts';
import {
  placeOfAlbumError,
  readEditableAlbum,
  saveAlbumTexts,
  textsOfAlbum,
} from '../gallery/album-texts.ts';
import type { XliffFile } from './read-xliff.ts';
import { isLanguage, maxName, problemOf, readTexts, type XliffRun } from './xliff-texts.ts';

/** Of the name of a `<file>`, such as `settings/pages`. */
export const settingsPrefix = 'settings/';

export interface SettingsFile {
  name: string;
  from: string;
  texts: { place: string; label: string; isHtml: boolean; text: string; present: string | undefined }[];
}

/** What staff wrote in the main language, and nobody in this one since. */
export async function openSettingTexts(ctx: SignedInCtx, lang: string): Promise<SettingsFile[]> {
  const from = (await readSiteLanguages(ctx.read)).shown[0].language;
  const files: SettingsFile[] = [];
  for (const { group: name, cells } of await readSettingsTranslations(ctx)) {
    const { state, outdated } = cells.find((cell) => cell.lang === lang)!;
    if (outdated.length === 0) continue;
    const { group, main, own } = await readTextGroup(ctx, name, lang);
    const present = new Map(settingTextsOf(group.fields, own.value).map(({ path, text }) => [path, text]));
    const texts = settingTextsOf(group.fields, main)
      .filter(({ path }) => outdated.includes(path))
      .map(({ path, ...text }) => ({
        ...text,
        place: path,
        // Nobody has written what a group shows that nobody has saved.
        present: state === 'missing' ? undefined : present.get(path),
      }));
    files.push({ name: settingsPrefix + name, from, texts });
  }
  return [...files, ...(await openAlbumTexts(ctx, lang, from))];
}

/** A file for each language of originals. */
async function openAlbumTexts(ctx: SignedInCtx, lang: string, main: string): Promise<SettingsFile[]> {
  const album = await readEditableAlbum(ctx);
  if (!album) return [];
  const open = textsOfAlbum(album, { main, lang }).filter(({ present }) => present === undefined);
  return [...Map.groupBy(open, ({ from }) => from)].map(([from, texts]) => ({
    name: settingsPrefix + galleryModule,
    from,
    texts,
  }));
}

async function readTextGroup(ctx: SignedInCtx, name: GroupName, lang: string) {
  const group = findGroup(`${name}.${lang}`)!;
  const main = (await getGroup(ctx, name)).value;
  return { group, main, own: await getGroup(ctx, storedNameOf(group)) };
}

const changedOriginal =
  'The original has changed since the export. The text was stored. Please compare it with the new one.';

/**
 * Stores the texts of a group in a further language by the rules of its form. Visitors see them at once.
 * @throws {RuleBroken} when the file is of no group that the person may edit, or in no further language
 */
export async function importGroup(run: XliffRun, file: XliffFile): Promise<void> {
  const { report } = run;
  const { places, version, save, placeOfError } = await openTexts(run, file);
  const { texts, stale } = readTexts(run, file, places);
  const units = new Map(file.units.map((unit) => [unit.id, unit]));
  while (texts.size > 0) {
    try {
      const saved = await save(texts);
      const isChanged = saved.version !== version;
      report[isChanged ? 'changed' : 'unchanged'] += 1;
      if (isChanged) report.visible += 1;
      for (const unit of stale.filter(({ id }) => texts.has(id)))
        run.addProblem(problemOf(file, unit, changedOriginal));
      return;
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const problems = Object.entries(error.errors ?? {}).map(
        ([path, [problem = error.message]]) => [placeOfError(path, texts), problem] as const,
      );
      const refused = [...texts.keys()].flatMap((place) => {
        const problem = problems.find(([path]) => place === path || place.startsWith(`${path}.`));
        return problem ? [[place, problem[1]] as const] : [];
      });
      // What is wrong is not among the texts, but in others of the group.
      if (refused.length === 0) throw error;
      for (const [place, problem] of refused) {
        texts.delete(place);
        run.addProblem(problemOf(file, units.get(place)!, problem));
      }
    }
  }
  report.unchanged += 1;
}

interface OpenTexts {
  places: Map<string, { isHtml: boolean; text: string }>;
  version: number;
  save(texts: ReadonlyMap<string, string>): Promise<{ version: number }>;
  placeOfError(path: string, texts: ReadonlyMap<string, string>): string;
}

async function openTexts(run: XliffRun, file: XliffFile): Promise<OpenTexts> {
  if (file.original === settingsPrefix + galleryModule) return openAlbum(run, file);
  const { ctx } = run;
  const { group, main, own } = await expectGroup(run, file);
  const { fields } = group;
  const { version } = own;
  const valueWith = (texts: ReadonlyMap<string, string>) =>
    withSettingTexts(fields, { main, own: own.value }, texts);
  return {
    places: new Map(settingTextsOf(fields, main).map((text) => [text.path, text])),
    version,
    save: (texts) =>
      saveGroup(ctx, { group: storedNameOf(group), value: valueWith(texts), version }, noListUses),
    placeOfError: (path, texts) => pathOfError(fields, valueWith(texts), path),
  };
}

/** Each picture has an original of its own, so a file has those of its language. */
async function openAlbum({ ctx, languages }: XliffRun, { original, source, target }: XliffFile) {
  const album = await readEditableAlbum(ctx);
  if (!album) throw notEditable(original);
  const lang = languages.shown.find(({ language }) => isLanguage(target, language))?.language;
  if (!lang) throw unknownLanguage(target);
  const all = textsOfAlbum(album, { main: languages.shown[0].language, lang });
  const texts = all.filter(({ from }) => isLanguage(source, from));
  if (texts.length === 0)
    throw RuleBroken.of('source-language', `No original of the gallery is in ${nameOf(source)}.`);
  return {
    places: new Map(texts.map((text) => [text.place, text])),
    version: album.version,
    save: (translated: ReadonlyMap<string, string>) =>
      saveAlbumTexts(ctx, album, { lang, texts: translated }),
    placeOfError: (path: string) => placeOfAlbumError(album, path),
  };
}

const nameOf = (tag: string) => tag.slice(0, maxName) || 'no language';
const notEditable = (original: string) =>
  RuleBroken.of('original', `“${original.slice(0, maxName)}” is no text that you may edit.`);
const unknownLanguage = (target: string) =>
  new NotFound(`The site is not in the language “${target.slice(0, maxName)}”.`);

async function expectGroup({ ctx, languages }: XliffRun, { original, source, target }: XliffFile) {
  const name = translatedGroups.find((one) => settingsPrefix + one === original) as GroupName | undefined;
  const permitted = name && hasGrant(ctx.viewer.role, (findGroup(name) as SettingGroup).grant);
  if (!name || !permitted) throw notEditable(original);
  const [main, ...further] = languages.shown;
  if (!isLanguage(source, main.language))
    throw RuleBroken.of(
      'source-language',
      `The original is not in ${nameOf(source)}, but in ${main.language}.`,
    );
  const lang = further.find(({ language }) => isLanguage(target, language))?.language;
  if (!lang) throw new NotFound(`The site is not in the further language “${target.slice(0, maxName)}”.`);
  return readTextGroup(ctx, name, lang);
}
