import type { Connection, Ctx, SignedInCtx } from '../database/ctx.ts';
import { insertRow } from '../database/transaction.ts';
import type { Tables } from '../database/table-types.ts';
import { lockName } from '../locks/name-lock.ts';
import { recordSettingsChange, type UndoneEntry } from '../log/activities.ts';
import { type FieldChanges, changedFieldsOf } from '../shared/diff.ts';
import { Conflict, NotFound, RuleBroken } from '../shared/errors.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { type DefaultsBasis, defaultsFor } from '../shared/settings/defaults.ts';
import {
  completeTexts,
  completeValues,
  sparseValues,
  withEntryKeys,
  withoutAddedValues,
  withUnknownFields,
} from '../shared/settings/group-values.ts';
import {
  findGroup,
  type GroupName,
  type GroupValue,
  type SettingGroup,
  storedNameOf,
} from '../shared/settings/groups.ts';
import { findLegalProblems, findMissingRetentionPeriods } from '../shared/settings/legal-documents.ts';
import { mergeSettingValues } from '../shared/settings/merge.ts';
import { picturePathsIn, isSameValue, fieldValuesByPath } from '../shared/settings/values.ts';
import { inputSchema } from '../shared/settings/input-schema.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';
import { cleanSettingTexts, groupValue, initialTextsOf } from './assemble-settings.ts';
import { applyChoiceChanges, refuseBrokenLists, type ListUses, type Reassignments } from './choices.ts';
import { moveRows } from './move-rows.ts';
import { recordSettingPictures } from './setting-pictures.ts';
import type { GroupView } from './settings.schema.ts';
import { SiteSetting } from './site-setting.entity.ts';
import {
  connectionOf,
  dropGroupVersions,
  languagesIn,
  readDefaultsBasis,
  readSettingsGroup,
  readSiteLanguages,
} from './stored-groups.ts';

async function refuseUnfinishedLegalTexts(read: Connection, legal: GroupValue<'legal'>): Promise<void> {
  const company = await currentValue(read, 'company');
  const problems = findLegalProblems(legal, company, await currentValue(read, 'privacy'));
  if (Object.keys(problems).length > 0) throw new RuleBroken(problems);
}

async function refuseMissingRetentionPeriods(
  read: Connection,
  figures: GroupValue<'privacy'>,
): Promise<void> {
  const problems = findMissingRetentionPeriods(await currentValue(read, 'legal'), figures);
  if (Object.keys(problems).length > 0) throw new RuleBroken(problems);
}

async function currentValue<G extends GroupName>(read: Connection, name: G): Promise<GroupValue<G>> {
  const stored = await readSettingsGroup(read, name);
  return groupValue(name, stored?.value, await readDefaultsBasis(read)) as GroupValue<G>;
}

export type Group = SettingGroup;
type Values = Record<string, unknown>;

/** A save deletes older versions. */
const maxVersions = 100;
const staleSave = 'Someone else has changed the same in the meantime.';

interface Shown {
  version: number;
  updated_at: string | null;
  values: Values;
  defaults: Values;
  basis: DefaultsBasis;
}
interface State extends Shown {
  stored: Values;
}

/** Other saves of the group wait until this transaction ends. */
export async function readGroupState(tx: SignedInCtx, group: Group): Promise<State> {
  await lockName(tx, `settings ${storedNameOf(group)}`);
  return readStoredState(connectionOf(tx), group);
}

/** @throws {NotFound} when the site is not in the language of the group */
export async function readStoredState(read: Connection, group: Group): Promise<State> {
  const row = await readSettingsGroup(read, storedNameOf(group));
  const stored = row?.value ?? {};
  const { version = 0, updated_at = null } = row ?? {};
  const { basis, defaults } = await readDefaultsOf(read, group);
  return { version, updated_at, stored, basis, defaults, values: completeGroup(group, defaults, stored) };
}

/** @throws {NotFound} when the site is not in the language of the group */
export async function readDefaultsOf(
  read: Connection,
  group: Group,
): Promise<Pick<Shown, 'basis' | 'defaults'>> {
  const { name, language } = group;
  const basis = await readDefaultsBasis(read);
  if (!language) return { basis, defaults: defaultsFor(basis)[name] };
  const { shown } = await readSiteLanguages(read);
  if (!shown.some((one) => one.language === language && one.prefix))
    throw new NotFound('The site is not in this language.');
  const main = groupValue(name, (await readSettingsGroup(read, name))?.value, basis);
  return { basis: { ...basis, language }, defaults: initialTextsOf(group, main, basis) };
}

export function completeGroup({ fields, language }: Group, defaults: Values, stored: object): Values {
  return (language ? completeTexts : completeValues)(fields, defaults, stored);
}

interface Bases extends Pick<Shown, 'basis' | 'defaults'> {
  /** Those of the defaults on which the input is based, if known. */
  from: { [Name in keyof DefaultsBasis]?: DefaultsBasis[Name] | undefined };
}

/**
 * Returns all values of the group. A value that is the default for `from` becomes the default for the site's language
 * and trade.
 * @throws {RuleBroken} with the path of each wrong value · {Unavailable} when too many long texts are being cleaned
 */
export async function readGroupInput(
  { cleaner }: { cleaner: HtmlCleaner },
  group: Group,
  value: Values,
  { basis, defaults, from }: Bases,
): Promise<Values> {
  const { name, fields, language } = group;
  const parsed = inputSchema(fields).safeParse(value);
  if (parsed.success) {
    const cleaned = await cleanSettingTexts(cleaner, fields, parsed.data);
    const input = withEntryKeys(fields, withoutAddedValues(fields, value, cleaned));
    if (language) refuseOtherEntries(fields, defaults, input);
    const origin = { language: from.language ?? basis.language, trade: from.trade ?? basis.trade };
    if (language || isSameValue(origin, { language: basis.language, trade: basis.trade }))
      return completeGroup(group, defaults, input);
    const changed = sparseValues(fields, defaultsFor(origin)[name], groupValue(name, input, origin));
    return groupValue(name, changed, basis);
  }
  const byPath = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.'));
  throw new RuleBroken(
    Object.fromEntries([...byPath].map(([path, issues]) => [path, issues.map(({ message }) => message)])),
  );
}

/** The entries of a list are those of the main language, which have texts in the others. */
function refuseOtherEntries(fields: Group['fields'], defaults: Values, input: Values): void {
  const keysOf = (list: unknown) =>
    (Array.isArray(list) ? list : []).map((entry: { key?: string }) => entry.key);
  for (const [name, { kind, label }] of Object.entries(fields)) {
    if (kind !== 'list') continue;
    const known = new Set(keysOf(defaults[name]));
    if (keysOf(input[name]).some((key) => !known.has(key)))
      throw RuleBroken.of(
        name,
        `${label} get their entries in the main language. Here they only get their texts.`,
      );
  }
}

interface Change {
  state: State;
  input: Values;
  version: number | undefined;
}

/**
 * Merges a save with what others have saved since `version`. `merged` are the paths that they changed.
 * @throws {Conflict} when they changed the same value, or when `version` is no longer stored
 */
export async function mergeGroupChange(tx: SignedInCtx, group: Group, { state, input, version }: Change) {
  const theirs = state.values;
  if (version === undefined || version === state.version) return { values: input, merged: [] };
  const current = toGroupView(group, state);
  const origin =
    version === 0 ? {} : (await readSettingsGroup(connectionOf(tx), storedNameOf(group), version))?.value;
  if (!origin) throw new Conflict(staleSave, { current });
  const base = completeGroup(group, state.defaults, origin);
  const { values, conflicts } = mergeSettingValues(group.fields, { base, theirs, ours: input });
  if (conflicts.length > 0) throw new Conflict(staleSave, { current: { ...current, conflicts } });
  return { values, merged: Object.keys(changesOf(group, base, theirs)) };
}

export interface NewState {
  state: State;
  values: Values;
  uses: ListUses;
  reassign: Reassignments | undefined;
  verb?: string;
  undoes?: UndoneEntry | undefined;
}

/**
 * Stores a new version, unless nothing has changed. A save of the lists also changes rows with changed
 * entries.
 * @throws {RuleBroken} · {Conflict} when rows have a removed entry that `reassign` does not replace
 */
export async function storeSettingsGroup(
  tx: SignedInCtx,
  group: Group,
  { state, values: input, uses, reassign = {}, verb, undoes }: NewState,
): Promise<Shown> {
  if (isSameValue(input, state.values)) return state;
  const { label, fields } = group;
  const name = storedNameOf(group);
  const step = { before: state.values as Choices, after: input as Choices, reassign };
  if (group.name === 'choices' && group.language) refuseBrokenLists(step.after);
  const values = name === 'choices' ? { ...(await applyChoiceChanges(tx, uses, step)) } : input;
  if (name === 'legal') await refuseUnfinishedLegalTexts(connectionOf(tx), values as GroupValue<'legal'>);
  if (name === 'privacy')
    await refuseMissingRetentionPeriods(connectionOf(tx), values as GroupValue<'privacy'>);
  const version = state.version + 1;
  const value = withUnknownFields(fields, state.stored, sparseValues(fields, state.defaults, values));
  const row = new SiteSetting();
  const { viewer, now } = tx;
  Object.assign(row, {
    group_name: name,
    version,
    value,
    user_id: viewer.id,
    user_name: viewer.name,
    created_at: now,
  });
  await insertRow(tx, SiteSetting, row);
  await recordSettingPictures(tx, fields, { group_name: name, version, values });
  await dropGroupVersions(tx, name, version - maxVersions);
  const versions = { version_before: state.version, version_after: version, undoes };
  await recordSettingsChange(
    tx,
    { group: name, label, verb },
    changesOf(group, state.values, values),
    versions,
  );
  const { basis, defaults } = state;
  return { version, updated_at: now.toISOString(), values, basis, defaults };
}

function changesOf({ fields }: Group, before: Values, after: Values): FieldChanges {
  const [old, now] = [fieldValuesByPath(fields, before), fieldValuesByPath(fields, after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return changedFieldsOf(Object.fromEntries(old), Object.fromEntries(now), paths);
}

export function toGroupView(
  group: Group,
  { version, updated_at, values, basis, defaults }: Shown,
): GroupView {
  const { label } = group;
  const { language, trade } = basis;
  return { group: storedNameOf(group), label, version, value: values, updated_at, defaults, language, trade };
}

export function settingPicturesOf({ group, value }: { group: string; value: object }): string[] {
  return [...new Set(picturePathsIn(findGroup(group)?.fields ?? {}, value).values())];
}

/** Returns false if somebody has saved the group. */
export async function storeGroupIfUnset(
  tx: Ctx,
  { group, value }: { group: string; value: Record<string, unknown> },
): Promise<boolean> {
  await lockName(tx, `settings ${group}`);
  if (await readSettingsGroup(tx.em.getKysely<Tables>(), group)) return false;
  const row = new SiteSetting();
  Object.assign(row, {
    group_name: group,
    version: 1,
    value,
    user_id: null,
    user_name: 'Import',
    created_at: tx.now,
  });
  await insertRow(tx, SiteSetting, row);
  const fields = findGroup(group)?.fields ?? {};
  await recordSettingPictures(tx, fields, { group_name: group, version: 1, values: value });
  if (group === 'region') await moveRows(tx, languagesIn({}), languagesIn(value));
  return true;
}
