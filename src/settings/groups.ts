import type { Connection, Ctx, SignedInCtx } from '../database/ctx.ts';
import { insertRow } from '../database/transaction.ts';
import type { Tables } from '../database/table-types.ts';
import { lockName } from '../locks/name-lock.ts';
import { recordSettingsChange } from '../log/activities.ts';
import { type FieldChanges, changedFieldsOf } from '../shared/diff.ts';
import { Conflict, RuleBroken } from '../shared/errors.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { type DefaultsBasis, defaultsFor } from '../shared/settings/defaults.ts';
import {
  sparseValues,
  withEntryKeys,
  withoutAddedValues,
  withUnknownFields,
} from '../shared/settings/group-values.ts';
import { findGroup, type GroupName, type GroupValue } from '../shared/settings/groups.ts';
import { findLegalProblems, findMissingRetentionPeriods } from '../shared/settings/legal-documents.ts';
import { mergeSettingValues } from '../shared/settings/merge.ts';
import { picturePathsIn, isSameValue, fieldValuesByPath } from '../shared/settings/values.ts';
import { inputSchema } from '../shared/settings/input-schema.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';
import { cleanSettingTexts, groupValue } from './assemble-settings.ts';
import { applyChoiceChanges, type ListUses, type Reassignments } from './choices.ts';
import { recordSettingPictures } from './setting-pictures.ts';
import type { GroupView } from './settings.schema.ts';
import { SiteSetting } from './site-setting.entity.ts';
import { connectionOf, dropGroupVersions, readDefaultsBasis, readSettingsGroup } from './stored-groups.ts';

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

export type Group = NonNullable<ReturnType<typeof findGroup>>;
type Values = Record<string, unknown>;

/** A save deletes older versions. */
const maxVersions = 100;
const staleSave = 'Someone else has changed the same in the meantime.';

interface Shown {
  version: number;
  updated_at: string | null;
  values: Values;
  basis: DefaultsBasis;
}
interface State extends Shown {
  stored: Values;
}

/** Other saves of the group wait until this transaction ends. */
export async function readGroupState(tx: SignedInCtx, group: Group): Promise<State> {
  await lockName(tx, `settings ${group.name}`);
  const row = await readSettingsGroup(connectionOf(tx), group.name);
  const stored = row?.value ?? {};
  const { version = 0, updated_at = null } = row ?? {};
  const basis = await readDefaultsBasis(connectionOf(tx));
  return { version, updated_at, stored, basis, values: groupValue(group.name, stored, basis) };
}

interface Bases {
  /** The language and trade of the site. */
  basis: DefaultsBasis;
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
  { name, fields }: Group,
  value: Values,
  { basis, from }: Bases,
): Promise<Values> {
  const parsed = inputSchema(fields).safeParse(value);
  if (parsed.success) {
    const cleaned = await cleanSettingTexts(cleaner, fields, parsed.data);
    const input = withEntryKeys(fields, withoutAddedValues(fields, value, cleaned));
    const origin = { language: from.language ?? basis.language, trade: from.trade ?? basis.trade };
    if (isSameValue(origin, { language: basis.language, trade: basis.trade }))
      return groupValue(name, input, basis);
    const changed = sparseValues(fields, defaultsFor(origin)[name], groupValue(name, input, origin));
    return groupValue(name, changed, basis);
  }
  const byPath = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.'));
  throw new RuleBroken(
    Object.fromEntries([...byPath].map(([path, issues]) => [path, issues.map(({ message }) => message)])),
  );
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
  const origin = version === 0 ? {} : (await readSettingsGroup(connectionOf(tx), group.name, version))?.value;
  if (!origin) throw new Conflict(staleSave, { current });
  const base = groupValue(group.name, origin, state.basis);
  const { values, conflicts } = mergeSettingValues(group.fields, { base, theirs, ours: input });
  if (conflicts.length > 0) throw new Conflict(staleSave, { current: { ...current, conflicts } });
  return { values, merged: Object.keys(changesOf(group, base, theirs)) };
}

interface NewState {
  state: State;
  values: Values;
  uses: ListUses;
  reassign: Reassignments | undefined;
  verb?: string;
}

/**
 * Stores a new version, unless nothing has changed. A save of the lists also changes rows with changed
 * entries.
 * @throws {RuleBroken} · {Conflict} when rows have a removed entry that `reassign` does not replace
 */
export async function storeSettingsGroup(
  tx: SignedInCtx,
  group: Group,
  { state, values: input, uses, reassign = {}, verb }: NewState,
): Promise<Shown> {
  if (isSameValue(input, state.values)) return state;
  const { name, label, fields } = group;
  const step = { before: state.values as Choices, after: input as Choices, reassign };
  const values = name === 'choices' ? { ...(await applyChoiceChanges(tx, uses, step)) } : input;
  if (name === 'legal') await refuseUnfinishedLegalTexts(connectionOf(tx), values as GroupValue<'legal'>);
  if (name === 'privacy')
    await refuseMissingRetentionPeriods(connectionOf(tx), values as GroupValue<'privacy'>);
  const version = state.version + 1;
  const value = withUnknownFields(
    fields,
    state.stored,
    sparseValues(fields, defaultsFor(state.basis)[name], values),
  );
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
  await recordSettingsChange(tx, { group: name, label, verb }, changesOf(group, state.values, values));
  return { version, updated_at: now.toISOString(), values, basis: state.basis };
}

function changesOf({ fields }: Group, before: Values, after: Values): FieldChanges {
  const [old, now] = [fieldValuesByPath(fields, before), fieldValuesByPath(fields, after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return changedFieldsOf(Object.fromEntries(old), Object.fromEntries(now), paths);
}

export function toGroupView(
  { name, label }: Group,
  { version, updated_at, values, basis }: Shown,
): GroupView {
  const defaults = defaultsFor(basis)[name];
  const { language, trade } = basis;
  return { group: name, label, version, value: values, updated_at, defaults, language, trade };
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
  return true;
}
