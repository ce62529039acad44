import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { RuleBroken } from '../shared/errors.ts';
import { languages, type Language } from '../shared/settings/fields/region.ts';
import { findGroup, type GroupName, storedNameOf } from '../shared/settings/groups.ts';
import { isSameValue, toPlainObject } from '../shared/settings/values.ts';
import { translatedGroups, textsOnly, withTexts } from '../shared/settings/translated-groups.ts';
import { hasSeveralLanguages, type SiteLanguages, siteLanguagesOf } from '../shared/site-languages.ts';
import type { ListUses } from './choices.ts';
import { type Group, readGroupState, storeSettingsGroup } from './groups.ts';
import { moveRows } from './move-rows.ts';
import { connectionOf, languagesIn, removedLanguagesKey } from './stored-groups.ts';

type RegionState = Parameters<typeof storeSettingsGroup>[2];

/**
 * Stores the group `region`. When the languages of the site change, rows move to the addresses of their language, and
 * their former addresses lead there. The texts of a language that becomes the main one go with it.
 * @throws {RuleBroken} when a page or redirect has an address of an added language
 */
export async function storeRegion(tx: SignedInCtx, group: Group, change: RegionState) {
  const { state, uses } = change;
  const values = change.values as typeof change.values & ChosenLanguages;
  const before = languagesIn(state.stored);
  const after = languagesAfter(before, values);
  if (isSameValue(before, after)) return storeSettingsGroup(tx, group, change);
  const former = before.shown[0].language;
  if (after.removed.some(({ language }) => language === former)) {
    // First it becomes a further language with its rows and texts, which a removed one keeps.
    const through = { ...values, further_languages: [...values.further_languages, former] };
    await storeRegion(tx, group, { ...change, values: through, undoes: undefined });
    return storeRegion(tx, group, { ...change, state: await readGroupState(tx, group) });
  }
  await refuseTakenPrefixes(tx, before, after);
  const texts = hasSeveralLanguages(after) ? await readTexts(tx, before, after) : [];
  if (after.removed.length > 0 || removedLanguagesKey in state.stored)
    state.stored = { ...state.stored, [removedLanguagesKey]: after.removed.map(({ language }) => language) };
  const stored = await storeSettingsGroup(tx, group, change);
  for (const { name, main, own } of texts) await exchangeTexts(tx, { name, main, own, before, after, uses });
  await moveRows(tx, before, after);
  return stored;
}

interface ChosenLanguages {
  language: Language;
  further_languages: readonly Language[];
}

/** Also removes the main language of a site with several, if another takes its place and it stays in none. */
export function languagesAfter(
  before: SiteLanguages,
  { language, further_languages }: ChosenLanguages,
): SiteLanguages {
  const shown = before.shown.length > 1 ? before.shown : [];
  const had = [...shown, ...before.removed].map((one) => one.language);
  return siteLanguagesOf({ language, further: further_languages, removed: had });
}

/** Visitors would no longer find what is at these addresses. */
async function refuseTakenPrefixes(tx: Ctx, before: SiteLanguages, after: SiteLanguages): Promise<void> {
  const known = new Set([...before.shown, ...before.removed].map(({ prefix }) => prefix));
  for (const { language, prefix } of after.shown) {
    if (known.has(prefix)) continue;
    const taken = await connectionOf(tx)
      .selectFrom('addresses')
      .select('path')
      .where((eb) => eb.or([eb('path', '=', prefix), eb('path', 'like', `${prefix}/%`)]))
      .where((eb) => eb.or([eb('is_current', '=', true), eb('target', 'is not', null)]))
      .orderBy('path')
      .limit(4)
      .execute();
    if (taken.length === 0) continue;
    const examples = taken.slice(0, 3).map(({ path }) => path);
    const list = new Intl.ListFormat('en').format(taken.length > 3 ? [...examples, 'others'] : examples);
    throw RuleBroken.of(
      'further_languages',
      `Pages in ${languages[language]} begin with ${prefix}, where a page or redirect is already: ${list}. Give it another address first.`,
    );
  }
}

interface Texts {
  name: GroupName;
  /** The values of the group. */
  main: Record<string, unknown>;
  /** Its texts in the language that becomes the main one. Undefined if the site was not in it. */
  own: Record<string, unknown> | undefined;
}

/** Categories keep their names in a language that the site was not in, because rows use them. */
async function readTexts(tx: SignedInCtx, before: SiteLanguages, after: SiteLanguages): Promise<Texts[]> {
  const { language } = after.shown[0];
  if (language === before.shown[0].language) return [];
  const isKnown = before.shown.some((one) => one.language === language);
  const names = translatedGroups.filter((name) => isKnown || name !== 'choices') as GroupName[];
  return Promise.all(
    names.map(async (name) => ({
      name,
      main: { ...(await readGroupState(tx, findGroup(name)!)).values },
      own: isKnown
        ? { ...(await readGroupState(tx, findGroup(storedNameOf({ name, language }))!)).values }
        : undefined,
    })),
  );
}

/** Names the place of the texts, because the form for languages does not have their fields. */
function ofLanguage(error: unknown, { label, fields }: Group, language: Language): unknown {
  if (!(error instanceof RuleBroken)) return error;
  const problems = Object.entries(error.errors ?? {}).map(([path, messages]) => {
    const part = fields[path.split('.')[0]!];
    const place = part?.kind === 'section' ? `${label} > ${part.label}` : label;
    return `${place}, in ${languages[language]}: ${messages.join(' ')}`;
  });
  return new RuleBroken({ language: problems }, error.message, { cause: error });
}

/** After the region is stored. */
async function exchangeTexts(
  tx: SignedInCtx,
  {
    name,
    main,
    own,
    before,
    after,
    uses,
  }: Texts & { before: SiteLanguages; after: SiteLanguages; uses: ListUses },
): Promise<void> {
  const group = findGroup(name)!;
  const former = before.shown[0].language;
  const current = await readGroupState(tx, group);
  // The defaults are those of the new language, but rows use the entries of the former one.
  const state = name === 'choices' ? { ...current, values: main } : current;
  const words = own ?? toPlainObject(state.defaults);
  const { language } = after.shown[0];
  const texts = findGroup(storedNameOf({ name, language }))!.fields;
  const values = withTexts(texts, main, words);
  await storeSettingsGroup(tx, group, { state, values, uses, reassign: undefined }).catch((error) => {
    throw ofLanguage(error, group, language);
  });
  if (!after.shown.some((one) => one.language === former)) return;
  const inFormer = findGroup(storedNameOf({ name, language: former }))!;
  const formerState = await readGroupState(tx, inFormer);
  const formerTexts = textsOnly(texts, main);
  await storeSettingsGroup(tx, inFormer, {
    state: formerState,
    values: formerTexts,
    uses,
    reassign: undefined,
  });
}
