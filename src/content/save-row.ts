import type { EditableView } from '../database/columns.ts';
import { insertRow } from '../database/transaction.ts';
import type { Ctx } from '../database/ctx.ts';
import { changedFieldsOf } from '../shared/diff.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { recordActivity, recordUnchangedSave, type SharedCall, type UndoneEntry } from '../log/activities.ts';
import { queueRowEvents } from '../log/webhook-queue.ts';
import { changeSlug } from './addresses/slugs.ts';
import { followLanguage, inLanguageOf } from './translations/stored-translations.ts';
import { type ExternalInput, storeExternalId } from './external-ids.ts';
import { describePictures, requireRows } from './module/references.ts';
import {
  attachPictureToRow,
  expectNoMissingPictures,
  keepChosenPicture,
  lockItems,
  type PictureUses,
  recordPictureUses,
} from '../pictures/media-uses.ts';
import { dropUnshownItem, type ChosenPicture } from '../pictures/change-pictures.ts';
import { findRenamedValues, lockChoices } from '../settings/choices.ts';
import { type RowSnapshot, storeFirstVersion, storeVersion } from './versions/stored-versions.ts';
import {
  type ContentKind,
  type EditorCtx,
  findAndLockRow,
  pictureOfRow,
  snapshotOfRow,
  type StoredEditable,
} from './content-kind.ts';
import { isSameValue } from '../shared/settings/values.ts';

// Every save of a row by a person ends in `saveRow`, with three rules.
// 1. Locks are taken in this order, so that saves cannot deadlock: the request's idempotency key, the lists
// of the settings, all rows in the order of their ids, external ids, the chosen picture, items of the library
// in the order of their ids, addresses, the log.
// 2. Every save checks the row with `expectReady`. Only a return from the trash does not: a row that breaks a
// newer rule could never be restored.
// 3. A row may keep a value that has left its list, and the id of a row or picture that is gone.
// A transaction that waits for a lock holds a connection, so it reads only through its own `em`. If every
// connection waited for one row, the transaction that has locked it might never get a second one.

interface LockedRow<View, Row> {
  row: Row;
  /** Undefined for a kind whose columns use no lists. */
  lists: Choices | undefined;
  /** Undefined for a new row. */
  before: Before<View> | undefined;
  /** Values that the row may keep although they are no longer allowed. A copy keeps those of its original. */
  keeps: object | undefined;
}

interface Before<View> {
  view: View;
  uses: PictureUses | undefined;
  picture: string | null | undefined;
  /** Undefined for a kind without versions. */
  version: RowSnapshot | undefined;
}

/** True when something beside the row's values has changed, such as its picture's description. */
// biome-ignore lint/suspicious/noConfusingVoidType: most changes return nothing
export type RevisionResult = boolean | undefined | void;

export interface SaveOptions<Row> {
  revise?: (row: Row) => RevisionResult | Promise<RevisionResult>;
  chosenPicture?: ChosenPicture | undefined;
  /** What another system calls the row. A change of it alone is no change of the row. */
  external?: ExternalInput | undefined;
  /** Replaces the default verb of the log entry. Null when the caller logs the change. */
  verb?: string | null | undefined;
  /**
   * Where the state comes from, if nobody has just written it. The row is not checked with `expectReady` and
   * keeps its time of change. From the trash it gets no version, but its uses and picture are recorded again.
   */
  source?: 'trash' | 'import';
  /** The entry of the log that the save undoes. */
  undoes?: UndoneEntry | undefined;
  call?: SharedCall | undefined;
}

interface Saved<View> {
  view: View;
  isChanged: boolean;
}

/** Locks the lists of the settings until the transaction ends. Undefined for a kind that uses none. */
export async function lockLists(
  { listed }: Pick<ContentKind<never, never>, 'listed'>,
  tx: Ctx,
): Promise<Choices | undefined> {
  return listed.length > 0 ? lockChoices(tx) : undefined;
}

/**
 * Locks a row until the transaction ends. `lists` shows that the lists are already locked, as they must be.
 * Returns undefined when there is no such row.
 */
export async function lockRow<View extends EditableView, Row extends StoredEditable>(
  kind: ContentKind<Row, View>,
  tx: Ctx,
  lists: Choices | undefined,
  id: number,
): Promise<(LockedRow<View, Row> & { view: View }) | undefined> {
  const { entity, toView, usesOf } = kind;
  const row = await findAndLockRow(tx, entity, id);
  if (!row) return undefined;
  const view = toView(row);
  const before = {
    view,
    uses: usesOf?.(row),
    picture: pictureOfRow(tx, entity, row),
    version: snapshotOfRow(kind, tx, row),
  };
  return { row, lists, before, keeps: view, view };
}

/**
 * Stores a row, its address and pictures, with a log entry and a version; an unchanged row gets neither. Must
 * run in the transaction that locked the row.
 * @throws {RuleBroken} when a value is not in its list, a referenced row or picture does not exist, the row
 * breaks a rule, or the slug is taken
 */
export async function saveRow<View extends EditableView, Row extends StoredEditable>(
  kind: ContentKind<Row, View>,
  tx: EditorCtx,
  { row, lists, before, keeps }: LockedRow<View, Row>,
  { revise, chosenPicture: named, external = {}, verb, source, undoes, call }: SaveOptions<Row>,
): Promise<Saved<View>> {
  const { entity, table, module, folder, toView } = kind;
  const isFromTrash = source === 'trash';
  const hasOtherChanges = (await revise?.(row)) || isFromTrash;

  // A list entry may have been renamed in the meantime.
  const renamed = lists ? findRenamedValues(lists, kind.listed, row, keeps) : {};
  if (Object.keys(renamed).length > 0) row.revise(renamed, row.updated_at);

  await requireRows(tx, kind.columns ?? {}, row, keeps);
  kind.expectKnown?.(row, keeps);
  if (!source) await kind.expectReady?.(tx, row);

  const changes = before && changedFieldsOf(before.view, toView(row), table.columnNames);
  const changed = Object.keys(changes ?? {});
  if (before && changed.length === 0 && !hasOtherChanges) {
    // Otherwise the commit would store the new time of change.
    tx.em.clear();
    const same = { as_of: before.view.version, isNew: false };
    await storeExternalId(tx, { module, item_id: row.id }, external, same);
    if (verb !== null) await recordUnchangedSave(tx, module, kind.subjectOf(row, tx.now));
    return { view: before.view, isChanged: false };
  }
  // Perhaps only a description or a derived value changed. Programs that ask for changed rows must see that
  // too.
  if (before && !source) row.updated_at = tx.now;
  if (before) await tx.em.flush();
  else await insertRow(tx, entity, row);
  const item = { module, item_id: row.id };
  await storeExternalId(tx, item, external, { as_of: row.version, isNew: !before });

  const slug = slugOf(row);
  const hasOtherLanguage = before !== undefined && langOf(row) !== langOf(before.view);
  if (hasOtherLanguage) await followLanguage(tx, item, row);
  if (folder !== undefined && (slug !== slugOf(before?.view) || hasOtherLanguage || isFromTrash)) {
    const label = kind.columns?.slug?.label ?? 'Address';
    await changeSlug(tx, item, { folder, slug, label, lang: langOf(row) });
  }

  const used = kind.usesOf?.(row);
  const picture = pictureOfRow(tx, entity, row);
  const hasOtherPicture = module !== mediaFacts.log && (isFromTrash || picture !== before?.picture);
  if (hasOtherPicture || named) {
    const paths = [picture, before?.picture, named?.address];
    const isLast = hasOtherPicture && Boolean(before?.picture);
    await lockItems(tx, { ids: Object.values(used ?? {}).flat(), paths, isLast });
  }
  if (used && (isFromTrash || !isSameValue(used, before?.uses))) {
    const missing = await recordPictureUses(tx, item, used, !before);
    const kept = keeps && kind.usesOf?.(keeps);
    expectNoMissingPictures(missing.filter((place) => !isSameValue(used[place], kept?.[place])));
  }
  if (used) await describePictures(tx, kind.columns ?? {}, row);
  if (named?.isFromLibrary) await keepChosenPicture(tx, named);

  const subject = await inLanguageOf(row, tx, kind.subjectOf(row, tx.now));
  if (hasOtherPicture) {
    await attachPictureToRow(tx, picture, subject.label);
    if (picture !== before?.picture) await dropUnshownItem(tx, before?.picture);
  }

  const type = before ? 'update' : 'create';
  if (verb === null) await queueRowEvents(tx, type, module, subject, changes);
  else {
    // Descriptions of pictures may have changed the row again.
    await tx.em.flush();
    const version_before = isFromTrash ? null : before?.version?.number;
    const versions = kind.fieldsOf && { version_before, version_after: row.version };
    await recordActivity(tx, type, module, { ...subject, verb }, changes, { ...versions, undoes, call });
  }
  await tx.em.flush();

  const version = snapshotOfRow(kind, tx, row);
  if (version && !before) await storeFirstVersion(tx, item, version);
  if (version && before?.version && changed.length > 0 && !isFromTrash) {
    await storeVersion(tx, item, before.version, version, changed);
  }
  return { view: toView(row), isChanged: true };
}

function langOf(row: object): string | null {
  return (row as { lang?: string | null }).lang ?? null;
}

function slugOf(row: object | undefined): string | null {
  return (row as { slug?: string | null } | undefined)?.slug ?? null;
}
