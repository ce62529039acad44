import type { SignedInOperation } from '../database/operation.ts';
import { inTransaction } from '../database/transaction.ts';
import { Forbidden, NotFound } from '../shared/errors.ts';
import { can } from '../shared/grants.ts';
import { findGroup, groupNames } from '../shared/settings/groups.ts';
import type { Cleaner } from '../workers/cleaner.ts';
import {
  type Group,
  mergeStale,
  readInput,
  readLanguage,
  readState,
  store,
  toView,
} from './group-state.service.ts';
import type { ListUses } from './list-uses.ts';
import {
  holdSettingPictures,
  type SettingPictureWork,
  storeSettingPicture,
} from './setting-pictures.service.ts';
import { readCurrentGroups, readGroup, readVersions } from './settings.repository.ts';
import type {
  GroupChange,
  GroupSummary,
  GroupView,
  PictureUpload,
  Restoration,
  SavedGroup,
  StoredPictureView,
} from './settings.schema.ts';
import { groupValue } from './site-settings.service.ts';

type SettingsWork = SignedInOperation & SettingPictureWork & { cleaner: Cleaner };

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
  const languages = { language: await readLanguage(work.read), from: change.language };
  const mine = await readInput(work, group, change.value, languages);
  const save = async (inside: SignedInOperation) => {
    const state = await readState(inside, group);
    const { values, merged } = await mergeStale(inside, group, { state, mine, version: change.version });
    const saved = await store(inside, group, { state, values, uses, reassign: change.reassign_to });
    return { ...toView(group, saved), merged };
  };
  await using _ = await holdSettingPictures(work, group.fields, mine);
  return await inTransaction(work, save);
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
