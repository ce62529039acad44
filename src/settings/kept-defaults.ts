import type { SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { type ListName, listNames } from '../shared/enumerations.ts';
import { RuleBroken } from '../shared/errors.ts';
import {
  type ChoiceEntry,
  type Choices,
  entriesOfList,
  storedValueOfEntry,
} from '../shared/settings/choices.ts';
import { type DefaultsBasis, defaultsFor, settingDefaults } from '../shared/settings/defaults.ts';
import { completeValues } from '../shared/settings/group-values.ts';
import type { Language } from '../shared/settings/fields/region.ts';
import { findGroup, type GroupName, settingGroups, storedNameOf } from '../shared/settings/groups.ts';
import { initialTexts } from '../shared/settings/translated-groups.ts';
import { isSameValue, mapValues } from '../shared/settings/values.ts';
import { groupValue } from './assemble-settings.ts';
import { findUsedValues, type ListUses } from './choices.ts';
import { completeGroup, type Group, readGroupState, storeSettingsGroup } from './groups.ts';
import { ShownDefaults } from './site-setting.entity.ts';
import { connectionOf, readDefaultsBasis, readSettingsGroup, readSiteLanguages } from './stored-groups.ts';

type Values = Record<string, unknown>;

const choicesGroup = findGroup('choices')!;

/**
 * For a change of language or trade that replaces unedited lists. Keeps the entries that rows use, except sample
 * rows: these are removed too, and until then show a value that no list contains.
 */
export async function keepUsedChoices(tx: SignedInCtx, uses: ListUses, before: DefaultsBasis): Promise<void> {
  const state = await readGroupState(tx, choicesGroup);
  if (isSameValue(state.basis, { language: before.language, trade: before.trade })) return;
  const old = groupValue('choices', state.stored, before) as Choices;
  // Lists for any company, stored when the sample rows were removed. Nobody wrote them, so their entries are not
  // renamed.
  const gone = listNames.filter(
    (list) =>
      list in state.stored &&
      isSameValue(entriesOfList(old, list), entriesOfList(neutralChoices(before), list)),
  );
  const initial = defaultsFor(state.basis).choices;
  state.values = { ...state.values, ...Object.fromEntries(gone.map((list) => [list, []])) };
  let lists: Choices = { ...(state.values as Choices), ...pickLists(initial, gone) };
  for (const list of listNames) {
    const now = entriesOfList(lists, list);
    if (isSameValue(entriesOfList(old, list), now)) continue;
    const used = await findUsedValues(connectionOf(tx), uses[list], { withSamples: false });
    const values = new Set(now.map((entry) => storedValueOfEntry(list, entry)));
    const kept = entriesOfList(old, list).filter((entry) => {
      const value = storedValueOfEntry(list, entry);
      return used.has(value) && !values.has(value);
    });
    lists = { ...lists, [list]: withKept(now, kept) };
  }
  await storeSettingsGroup(tx, choicesGroup, { state, values: { ...lists }, uses, reassign: undefined });
}

/** A kept entry replaces the new one with the same key. */
function withKept(entries: readonly ChoiceEntry[], kept: readonly ChoiceEntry[]): ChoiceEntry[] {
  const byKey = new Map(kept.map((entry) => [entry.key, entry]));
  const own = new Set(entries.map(({ key }) => key));
  return [
    ...entries.map((entry) => byKey.get(entry.key) ?? entry),
    ...kept.filter(({ key }) => !own.has(key)),
  ];
}

/**
 * After the sample rows. Emptied lists get entries for any company; edited ones and those of a trade stay.
 */
export async function dropSampleChoices(tx: SignedInCtx, uses: ListUses): Promise<void> {
  const state = await readGroupState(tx, choicesGroup);
  const { language, trade } = state.basis;
  // In other languages, the lists without a trade are neutral already.
  if (trade !== '' || language !== 'en' || !(await hasOwnCompanyName(tx))) return;
  const neutral = neutralChoices(state.basis);
  let lists = state.values as Choices;
  for (const list of listNames) {
    const now = entriesOfList(lists, list);
    if (!isSameValue(now, entriesOfList(defaultsFor(state.basis).choices, list))) continue;
    const used = await findUsedValues(connectionOf(tx), uses[list], { withSamples: true });
    const left = now.filter((entry) => used.has(storedValueOfEntry(list, entry)));
    lists = { ...lists, [list]: left.length > 0 ? left : entriesOfList(neutral, list) };
  }
  await storeSettingsGroup(tx, choicesGroup, { state, values: { ...lists }, uses, reassign: undefined });
}

/** Adds the entries that restored sample rows use. */
export async function restoreSampleChoices(tx: SignedInCtx, uses: ListUses): Promise<void> {
  const state = await readGroupState(tx, choicesGroup);
  if (state.basis.trade !== '') return;
  const samples = settingDefaults.choices;
  let lists = state.values as Choices;
  for (const list of listNames) {
    const now = entriesOfList(lists, list);
    const values = new Set(now.map((entry) => storedValueOfEntry(list, entry)));
    const used = await findUsedValues(connectionOf(tx), uses[list], { withSamples: true });
    const back = entriesOfList(samples, list).filter((entry) => {
      const value = storedValueOfEntry(list, entry);
      return used.has(value) && !values.has(value);
    });
    const taken = new Set(now.map(({ key }) => key));
    lists = { ...lists, [list]: [...now, ...back.filter(({ key }) => !taken.has(key))] };
  }
  await storeSettingsGroup(tx, choicesGroup, { state, values: { ...lists }, uses, reassign: undefined });
}

function pickLists(lists: Choices, names: readonly ListName[]): Partial<Choices> {
  return Object.fromEntries(names.map((name) => [name, lists[name]]));
}

function neutralChoices({ language }: DefaultsBasis): Choices {
  return defaultsFor({ language, trade: 'other' }).choices;
}

async function hasOwnCompanyName(tx: SignedInCtx): Promise<boolean> {
  const stored = await readSettingsGroup(connectionOf(tx), 'company');
  return groupValue('company', stored?.value).name !== settingDefaults.company.name;
}

const shownGroups = [
  'company',
  'pages',
  'lists',
  'choices',
  'navigation',
  'legal',
  'brand',
] satisfies GroupName[];

/** The default texts of a site by the names of groups, such as `pages` and `pages.de`. */
function defaultTextsOf(basis: DefaultsBasis, further: readonly Language[]): Record<string, Values> {
  const texts = [basis.language, ...further].flatMap((language, at) =>
    shownGroups.map((name): [string, Values] => [
      at === 0 ? name : storedNameOf({ name, language }),
      defaultsFor({ ...basis, language })[name],
    ]),
  );
  return Object.fromEntries(texts.filter(([name]) => findGroup(name)));
}

/**
 * When a new version has other default texts, stores the former ones as if staff had written them. A reset
 * takes the new ones.
 */
export async function keepShownDefaults(ctx: SignedInCtx, uses: ListUses): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const basis = await readDefaultsBasis(connectionOf(tx));
    const [, ...further] = (await readSiteLanguages(connectionOf(tx))).shown;
    const present = defaultTextsOf(
      basis,
      further.map(({ language }) => language),
    );
    const shown = await tx.em.findOne(ShownDefaults, { id: { $gt: 0 } });
    const isOfBasis = shown?.language === basis.language && shown.trade === basis.trade;
    // Earlier versions recorded no brand, which was the same for every trade.
    const recorded: Record<string, unknown> = { brand: settingDefaults.brand, ...shown?.value };
    const former = isOfBasis
      ? mapValues(present, (texts, name) => completeWith(name, texts, recorded[name]))
      : {};
    const changed = Object.keys(present).filter((name) => !isSameValue(former[name], present[name]));
    const isComplete = Object.keys(present).every((name) => name in (shown?.value ?? {}));
    if (changed.length === 0 && isComplete) return;

    // Nobody relies on the texts of the sample company.
    if (isOfBasis && (await hasOwnCompanyName(tx)))
      for (const name of changed) await keepGroup(tx, findGroup(name)!, { former, uses });

    const { language, trade } = basis;
    tx.em.persist(
      shown
        ? tx.em.assign(shown, { language, trade, value: present })
        : tx.em.create(ShownDefaults, { language, trade, value: present }),
    );
  });
}

/** Fields that the former version lacked get their present defaults. */
function completeWith(name: string, present: Values, former: unknown): Values {
  return completeValues(settingGroups[findGroup(name)!.name].fields, present, former);
}

/** `former` has the former defaults of all groups. Those of the main language are kept first. */
async function keepGroup(
  tx: SignedInCtx,
  group: Group,
  { former, uses }: { former: Record<string, Values>; uses: ListUses },
): Promise<void> {
  const { name, fields, language } = group;
  const state = await readGroupState(tx, group);
  const own = former[storedNameOf(group)];
  const main = language && (await readGroupState(tx, findGroup(name)!)).values;
  const defaults = main ? initialTexts(fields, { main, initial: former[name], own }) : own!;
  const values = completeGroup(group, defaults, state.stored);
  const kept = { state, values, uses, reassign: undefined, verb: 'Kept former texts of' };
  await storeSettingsGroup(tx, group, kept).catch((error: unknown) => {
    // A legal text with gaps was never shown.
    if (!(error instanceof RuleBroken)) throw error;
  });
}
