import type { SignedInCtx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PicturesCtx } from '../pictures/change-pictures.ts';
import { undoVerb, type UndoneEntry } from '../log/activities.ts';
import { Conflict, Forbidden, NotFound, RuleBroken } from '../shared/errors.ts';
import { hasGrant } from '../shared/grants.ts';
import { defaultsBasisOf } from '../shared/settings/defaults.ts';
import { legalPageNames } from '../shared/settings/fields/legal.ts';
import { unknownPaths } from '../shared/settings/group-values.ts';
import { findGroup, type GroupName, groupNames, storedNameOf } from '../shared/settings/groups.ts';
import { translatedGroups } from '../shared/settings/translated-groups.ts';
import { isSameValue, mapValues, toPlainObject } from '../shared/settings/values.ts';
import type { SignedInContext } from '../trpc/context.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';
import {
  completeGroup,
  type Group,
  mergeGroupChange,
  type NewState,
  readGroupInput,
  readDefaultsOf,
  readGroupState,
  readStoredState,
  storeSettingsGroup,
  toGroupView,
} from './groups.ts';
import type { ListUses } from './choices.ts';
import { expectSettingPictures, storeSettingPicture } from './setting-pictures.ts';
import type {
  GroupChange,
  GroupSummary,
  GroupView,
  PictureUpload,
  SavedGroup,
  SettingsPreview,
  SettingsPreviewRequest,
  SettingsRestoration,
  StoredPictureView,
} from './settings.schema.ts';
import { readCurrentGroups, readSettingsGroup, readSiteLanguages, readVersions } from './stored-groups.ts';
import { keepUsedChoices } from './kept-defaults.ts';
import { storeRegion } from './site-languages.ts';

const maxIgnored = 100;

type SettingsCtx = SignedInCtx & PicturesCtx & { cleaner: HtmlCleaner };

export async function listGroups({ read, viewer }: SignedInCtx): Promise<GroupSummary[]> {
  const stored = new Map((await readCurrentGroups(read)).map((row) => [row.group_name, row.version]));
  const [, ...further] = (await readSiteLanguages(read)).shown;
  const inLanguages = further.flatMap(({ language }) =>
    translatedGroups.map((name) => storedNameOf({ name: name as GroupName, language })),
  );
  return [...groupNames, ...inLanguages].flatMap((name) => {
    const { label, grant } = findGroup(name)!;
    return hasGrant(viewer.role, grant) ? [{ group: name, label, version: stored.get(name) ?? 0 }] : [];
  });
}

export async function getGroup(ctx: SignedInCtx, name: string): Promise<GroupView> {
  const group = permittedGroup(ctx, name);
  return toGroupView(group, await readStoredState(ctx.read, group));
}

/**
 * Merges the input with what others have saved since `version`.
 * @throws {NotFound} · {Forbidden} · {RuleBroken} with the path of each wrong value, such as `address.city`
 * or `social.0.url`
 * @throws {Conflict} with the stored group and the paths that others changed too, or with the counts of rows
 * that still have a removed entry of a list
 */
export async function saveGroup(ctx: SettingsCtx, change: GroupChange, uses: ListUses): Promise<SavedGroup> {
  const group = permittedGroup(ctx, change.group);
  const input = await readGroupInput(ctx, group, change.value, {
    ...(await readDefaultsOf(ctx.read, group)),
    from: change,
  });
  if (change.company && group.name !== 'legal')
    throw RuleBroken.of('company', 'Facts of the company can be saved with the legal texts only.');
  const ignored = [
    ...unknownPaths(group.fields, change.value),
    ...unknownPaths(findGroup('company')!.fields, change.company, 'company.'),
  ].slice(0, maxIgnored);
  const save = async (tx: SignedInCtx) => {
    await expectSettingPictures(tx, group.fields, input);
    if (change.company) await saveFacts(ctx, tx, change.company, uses);
    const state = await readGroupState(tx, group);
    await tx.expectMatch?.(tx);
    const { values, merged } = await mergeGroupChange(tx, group, { state, input, version: change.version });
    const saved = await storeValues(tx, group, { state, values, uses, reassign: change.reassign_to });
    return { ...toGroupView(group, saved), merged, ...(ignored.length > 0 && { ignored }) };
  };
  return inTransaction(ctx, save);
}

/**
 * In the transaction of another group.
 * @throws {RuleBroken} with the path of each wrong fact, such as `company.phone`
 */
async function saveFacts(
  { cleaner }: SettingsCtx,
  tx: SignedInCtx,
  facts: Record<string, unknown>,
  uses: ListUses,
): Promise<void> {
  const group = findGroup('company')!;
  const state = await readGroupState(tx, group);
  const changed = mapValues(facts, (value, name) =>
    group.fields[name]?.kind === 'section'
      ? { ...toPlainObject(state.values[name]), ...toPlainObject(value) }
      : value,
  );
  const bases = { basis: state.basis, defaults: state.defaults, from: {} };
  const values = await readGroupInput({ cleaner }, group, { ...state.values, ...changed }, bases).catch(
    (error: unknown) => {
      if (!(error instanceof RuleBroken)) throw error;
      const problems = Object.entries(error.errors ?? {}).map(([path, problems]) => [
        `company.${path}`,
        problems,
      ]);
      throw new RuleBroken(Object.fromEntries(problems));
    },
  );
  await storeSettingsGroup(tx, group, { state, values, uses, reassign: undefined });
}

export async function uploadPicture(ctx: SettingsCtx, upload: PictureUpload): Promise<StoredPictureView> {
  return storeSettingPicture(ctx, permittedGroup(ctx, upload.group).fields, upload);
}

export async function listGroupVersions(ctx: SignedInCtx, name: string) {
  return { versions: await readVersions(ctx.read, storedNameOf(permittedGroup(ctx, name))) };
}

/**
 * As a new version.
 * @throws {NotFound} when the version is no longer stored · {Forbidden} · {RuleBroken} · {Conflict} when rows
 * use a list entry that it lacks
 */
export async function restoreGroupVersion(
  ctx: SignedInCtx,
  { group: name, version, reassign_to: reassign }: SettingsRestoration,
  uses: ListUses,
): Promise<SavedGroup> {
  const group = permittedGroup(ctx, name);
  return inTransaction(ctx, async (tx) => {
    const state = await readGroupState(tx, group);
    const values = await readVersionValues(tx, group, state, version);
    if (!values) throw new NotFound('This version is not stored any more.');
    const restored = await storeValues(tx, group, { state, values, uses, reassign, verb: 'Restored' });
    return { ...toGroupView(group, restored), merged: [] };
  });
}

export interface UndoableSettings extends UndoneEntry {
  group: string;
  version_before: number;
  version_after: number;
}

/**
 * As a new version, with what others have saved since.
 * @throws {NotFound} · {Forbidden} · {RuleBroken} · {Conflict} when the same was changed again, nothing is left, or a
 * version is no longer stored
 */
export async function undoGroupChange(
  ctx: SignedInCtx,
  entry: UndoableSettings,
  uses: ListUses,
): Promise<void> {
  const group = permittedGroup(ctx, entry.group);
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const state = await readGroupState(tx, group);
    const input = await readVersionValues(tx, group, state, entry.version_before);
    if (!input) throw new Conflict('The versions that this needs are no longer kept.');
    const { values } = await mergeGroupChange(tx, group, { state, input, version: entry.version_after });
    if (isSameValue(values, state.values)) throw new Conflict('There is nothing left to undo.');
    const undo = { reassign: undefined, verb: undoVerb, undoes: entry };
    await storeValues(tx, group, { state, values, uses, ...undo });
  });
}

/** The region decides on languages and default lists. */
async function storeValues(tx: SignedInCtx, group: Group, next: NewState) {
  const isRegion = group.name === 'region';
  const stored = await (isRegion ? storeRegion : storeSettingsGroup)(tx, group, next);
  if (isRegion) await keepUsedChoices(tx, next.uses, defaultsBasisOf(next.state.values));
  return stored;
}

/** Undefined when the version is no longer stored. */
async function readVersionValues(
  tx: SignedInCtx,
  group: Group,
  { defaults }: Pick<NewState['state'], 'defaults'>,
  version: number,
): Promise<Record<string, unknown> | undefined> {
  const read = tx.em.getKysely<Tables>();
  const stored = version === 0 ? {} : (await readSettingsGroup(read, storedNameOf(group), version))?.value;
  return stored && completeGroup(group, defaults, stored);
}

function permittedGroup({ viewer }: SignedInCtx, name: string): Group {
  const group = findGroup(name);
  if (!group) throw new NotFound('There are no such settings.');
  if (!hasGrant(viewer.role, group.grant)) throw new Forbidden('Your role does not permit this.');
  return group;
}

export async function previewGroups(
  ctx: SignedInContext,
  { group, value, others = {}, path, ...from }: SettingsPreviewRequest,
): Promise<SettingsPreview> {
  const drafts: Record<string, Record<string, unknown>> = {};
  for (const [name, input] of Object.entries({ ...others, [group]: value })) {
    const permitted = permittedGroup(ctx, name);
    const bases = { ...(await readDefaultsOf(ctx.read, permitted)), from };
    drafts[storedNameOf(permitted)] = await readGroupInput(ctx, permitted, input, bases);
  }
  const draft = await ctx.siteSettings.draft(drafts, findGroup(group)?.language);
  // The preview shows a legal text while it is written, before visitors can open its page.
  const written = legalPageNames.find((name) => path === `/${name}`);
  const features = { ...draft.features, ...(written && { [written]: true }) };
  return {
    ...(await ctx.renderDraft(path, { ...draft, features })),
    placeholders: Object.fromEntries(draft.placeholders),
  };
}
