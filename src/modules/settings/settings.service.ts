import { insertRow } from '../../database/insert-row.ts';
import { lockName } from '../../database/lock.ts';
import type { Connection, SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Changes } from '../../shared/diff.ts';
import { differenceOf } from '../../shared/diff.ts';
import { Conflict, Forbidden, NotFound, RuleBroken } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import { leavesOf } from '../../shared/settings/changes.ts';
import type { Choices } from '../../shared/settings/choices.ts';
import { defaultsIn, languageOf } from '../../shared/settings/defaults.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import { findGroup, type GroupValue, groupNames } from '../../shared/settings/groups.ts';
import { mergeValues } from '../../shared/settings/merge.ts';
import { inputSchema } from '../../shared/settings/schema.ts';
import { givenValues, isSame, sparseValues, withKeys, withUnknown } from '../../shared/settings/values.ts';
import { recordSettingsChange } from '../activities/activities.service.ts';
import type { PictureWork } from '../pictures/pictures.service.ts';
import { dropVersions, readCurrentGroups, readGroup, readVersions } from './settings.repository.ts';
import { changeRows, type Reassignments } from './choice-changes.service.ts';
import { refuseUnfinished } from './legal.service.ts';
import { recordPictures, storeSettingPicture, withSettingPictures } from './setting-pictures.service.ts';
import type { ListUses } from './list-uses.ts';
import type {
  GroupChange,
  GroupSummary,
  GroupView,
  PictureUpload,
  Restoration,
  SavedGroup,
  StoredPictureView,
} from './settings.schema.ts';
import { SiteSetting } from './site-setting.entity.ts';
import { groupValue } from './site-settings.service.ts';

type Group = NonNullable<ReturnType<typeof findGroup>>;
type Values = Record<string, unknown>;
type SettingsWork = SignedInOperation & PictureWork;

/** How many versions of a group are stored. Older ones are deleted by the next save. */
const maxVersions = 100;
const staleSave = 'Someone else has changed the same in the meantime.';

/** Returns the groups that the viewer may change. */
export async function listGroups({ read, viewer }: SignedInOperation): Promise<GroupSummary[]> {
  const stored = new Map((await readCurrentGroups(read)).map((row) => [row.group_name, row.version]));
  return groupNames.flatMap((name) => {
    const { label, grant } = findGroup(name)!;
    return can(viewer.role, grant) ? [{ group: name, label, version: stored.get(name) ?? 0 }] : [];
  });
}

/** Returns a group as it is. @throws {NotFound} · {Forbidden} */
export async function getGroup(work: SignedInOperation, name: string): Promise<GroupView> {
  const group = permittedGroup(work, name);
  const stored = await readGroup(work.read, group.name);
  const language = await readLanguage(work.read);
  return toView(group, {
    ...{ version: stored?.version ?? 0, updated_at: stored?.updated_at ?? null, language },
    values: groupValue(group.name, stored?.value, language),
  });
}

/**
 * Saves a group. If others have saved it since `version`, both changes are merged.
 *
 * @throws {NotFound} · {Forbidden} · {RuleBroken} by the path of the value, such as `address.city` or `social.0.url`
 * @throws {Conflict} when both changed the same value, with the stored group and the paths of these values, or when
 * rows still have an entry that was removed, with their numbers
 */
export async function saveGroup(
  work: SettingsWork,
  change: GroupChange,
  uses: ListUses,
): Promise<SavedGroup> {
  const group = permittedGroup(work, change.group);
  const mine = readInput(group, change.value, await readLanguage(work.read));
  const save = async (inside: SignedInOperation) => {
    const state = await readState(inside, group);
    const { values, merged } = await mergeStale(inside, group, { state, mine, version: change.version });
    const saved = await store(inside, group, { state, values, uses, reassign: change.reassign_to });
    return { ...toView(group, saved), merged };
  };
  return withSettingPictures(work, group.fields, mine, () => inTransaction(work, save));
}

/**
 * Stores a picture for a group.
 *
 * @throws {NotFound} · {Forbidden} · {RuleBroken} under `picture` when it cannot be used, under `field` when the group has no such field
 */
export async function uploadPicture(work: SettingsWork, upload: PictureUpload): Promise<StoredPictureView> {
  return storeSettingPicture(work, permittedGroup(work, upload.group).fields, upload);
}

/** Returns who saved the group when, the newest version first. @throws {NotFound} · {Forbidden} */
export async function listVersions(work: SignedInOperation, name: string) {
  return { versions: await readVersions(work.read, permittedGroup(work, name).name) };
}

/** Saves an earlier version of a group again. @throws {NotFound} when it is not stored any more · {Forbidden} */
export async function restoreVersion(
  work: SignedInOperation,
  { group: name, version, reassign_to: reassign }: Restoration,
  uses: ListUses,
): Promise<SavedGroup> {
  const group = permittedGroup(work, name);
  return inTransaction(work, async (inside) => {
    const state = await readState(inside, group);
    const earlier = await readGroup(inside.em.getKysely(), group.name, version);
    if (!earlier) throw new NotFound('This version is not stored any more.');
    const values = groupValue(group.name, earlier.value, state.language);
    const restored = await store(inside, group, { state, values, uses, reassign, verb: 'Restored' });
    return { ...toView(group, restored), merged: [] };
  });
}

/** @throws {NotFound} · {Forbidden} */
export function permittedGroup({ viewer }: SignedInOperation, name: string): Group {
  const group = findGroup(name);
  if (!group) throw new NotFound('There are no such settings.');
  if (!can(viewer.role, group.grant)) throw new Forbidden('Your role does not permit this.');
  return group;
}

interface Shown {
  version: number;
  updated_at: string | null;
  values: Values;
  /** The language of the site, which decides the defaults. */
  language: Language;
}
interface State extends Shown {
  stored: Values;
}

/** Reads the current state of a group, and makes other saves of the group wait until this transaction ends. */
async function readState(inside: SignedInOperation, group: Group): Promise<State> {
  await lockName(inside, `settings ${group.name}`);
  const row = await readGroup(connectionOf(inside), group.name);
  const stored = row?.value ?? {};
  const { version = 0, updated_at = null } = row ?? {};
  const language = await readLanguage(connectionOf(inside));
  return { version, updated_at, stored, language, values: groupValue(group.name, stored, language) };
}

/** Returns the language of the site. */
export async function readLanguage(read: Connection): Promise<Language> {
  return languageOf((await readGroup(read, 'region'))?.value);
}

/** @throws {RuleBroken} */
export function readInput({ name, fields }: Group, value: Values, language: Language): Values {
  const parsed = inputSchema(fields).safeParse(value);
  if (parsed.success)
    return groupValue(name, withKeys(fields, givenValues(fields, value, parsed.data)), language);
  const byPath = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.'));
  throw new RuleBroken(
    Object.fromEntries([...byPath].map(([path, issues]) => [path, issues.map(({ message }) => message)])),
  );
}

interface Change {
  state: State;
  mine: Values;
  version: number | undefined;
}

async function mergeStale(inside: SignedInOperation, group: Group, { state, mine, version }: Change) {
  const theirs = state.values;
  if (version === undefined || version === state.version) return { values: mine, merged: [] };
  const current = toView(group, state);
  const origin = version === 0 ? {} : (await readGroup(connectionOf(inside), group.name, version))?.value;
  if (!origin) throw new Conflict(staleSave, { current });
  const base = groupValue(group.name, origin, state.language);
  const { values, conflicts } = mergeValues(group.fields, { base, theirs, mine });
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

/** Stores the values as a new version, unless nothing has changed. Returns the current state. */
async function store(
  inside: SignedInOperation,
  group: Group,
  { state, values: wanted, uses, reassign = {}, verb }: NewState,
): Promise<Shown> {
  if (isSame(wanted, state.values)) return state;
  const { name, label, fields } = group;
  const step = { before: state.values as Choices, after: wanted as Choices, reassign };
  const values = name === 'choices' ? { ...(await changeRows(inside, uses, step)) } : wanted;
  if (name === 'legal') await refuseUnfinished(connectionOf(inside), values as GroupValue<'legal'>);
  const version = state.version + 1;
  const value = withUnknown(
    fields,
    state.stored,
    sparseValues(fields, defaultsIn(state.language)[name], values),
  );
  const row = new SiteSetting();
  const { viewer, now } = inside;
  Object.assign(row, {
    ...{ group_name: name, version, value },
    ...{ user_id: viewer.id, user_name: viewer.name, created_at: now },
  });
  await insertRow(inside, SiteSetting, row);
  await recordPictures(inside, fields, { group_name: name, version, values });
  await dropVersions(inside, name, version - maxVersions);
  await recordSettingsChange(inside, { group: name, label, verb }, changesOf(group, state.values, values));
  return { version, updated_at: now.toISOString(), values, language: state.language };
}

function changesOf({ fields }: Group, before: Values, after: Values): Changes {
  const [old, now] = [leavesOf(fields, before), leavesOf(fields, after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return differenceOf<string>(Object.fromEntries(old), Object.fromEntries(now), paths);
}

function toView({ name, label }: Group, { version, updated_at, values, language }: Shown): GroupView {
  return { group: name, label, version, value: values, updated_at, defaults: defaultsIn(language)[name] };
}

function connectionOf({ em }: SignedInOperation): Connection {
  return em.getKysely() as unknown as Connection;
}
