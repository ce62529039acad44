import type { EditableView } from '../database/columns.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Ctx } from '../database/ctx.ts';
import { differenceOf } from '../shared/diff.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { recordActivity, recordUnchanged } from '../log/activities.ts';
import { changeSlug } from './addresses/slugs.ts';
import { describePictures, requireRows } from './module/references.ts';
import {
  attachPicture,
  expectNoMissingPictures,
  keepChosenPicture,
  type PictureUses,
  recordUses,
} from '../pictures/media-uses.ts';
import { dropUnshownItem } from '../pictures/pictures.ts';
import type { NamedPicture } from '../pictures/submitted-pictures.ts';
import { findRenamedValues, holdChoices } from '../settings/choices.ts';
import { type Snapshot, storeFirstVersion, storeVersion } from './versions/stored-versions.ts';
import {
  type ContentKind,
  type EditorCtx,
  findLocked,
  pictureOf,
  snapshotOf,
  type StoredEditable,
} from './content-kind.ts';

// Every write of a row by a person ends in `saveRow`, which performs all steps of a save. Three rules hold for every
// save.
//
// 1. Locks are taken in this order: the idempotency key of the request, the lists of the settings, all rows in the order
// of their ids, the named picture, items of the library, addresses, the log. Operations that keep this order cannot
// deadlock.
// 2. Every save checks the row with `expectReady` of its kind. Only restoring a row from the trash skips this check.
// Otherwise a row that breaks a newer rule could never be restored.
// 3. A row may keep a value that it had, even if no list contains the value any more. The row may also keep the id of a
// row or picture that no longer exists.
//
// A transaction that waits for a lock holds a connection, and therefore reads only through its own `em`. If all
// connections waited for one row, the transaction that has locked this row might never get a second connection.

/** A locked row, with its state before the save. */
interface LockedRow<View, Row> {
  row: Row;
  /** The lists of the settings. Undefined for a kind whose columns use no lists. */
  lists: Choices | undefined;
  /** The state before the save. Undefined for a new row. */
  before: Before<View> | undefined;
  /**
   * The values that the row may keep, even if they are no longer allowed. Undefined for a new row, unless the row is a
   * copy.
   */
  keeps: object | undefined;
}

interface Before<View> {
  view: View;
  uses: PictureUses | undefined;
  picture: string | null | undefined;
  /** Undefined for a kind without versions. */
  version: Snapshot | undefined;
}

/** True when something beside the values of the row has changed, such as the description of its picture. */
// biome-ignore lint/suspicious/noConfusingVoidType: most changes return nothing
export type Revised = boolean | undefined | void;

export interface Save<Row> {
  revise?: (row: Row) => Revised | Promise<Revised>;
  named?: NamedPicture | undefined;
  /** The verb of the log entry, if it differs from the default verb. Null when the caller logs the change. */
  verb?: string | null | undefined;
  /**
   * Where the state of the row comes from, if nobody has just written it. The row is then not checked with `expectReady`,
   * and keeps its time of change. From the trash it gets no version, but its uses and its picture are recorded again.
   */
  source?: 'trash' | 'import';
}

interface Saved<View> {
  view: View;
  isChanged: boolean;
}

/**
 * Locks the lists of the settings until the transaction ends, and returns these lists. Returns undefined for a kind
 * whose columns use no lists.
 */
export async function holdLists(
  { listed }: Pick<ContentKind<never, never>, 'listed'>,
  tx: Ctx,
): Promise<Choices | undefined> {
  return listed.length > 0 ? holdChoices(tx) : undefined;
}

/**
 * Locks a row until the transaction ends, and returns the row with its present state. `lists` is the result of
 * `holdLists`, because the lists must be locked before the row. Returns undefined when the row does not exist.
 */
export async function openRow<View extends EditableView, Row extends StoredEditable>(
  kind: ContentKind<Row, View>,
  tx: Ctx,
  lists: Choices | undefined,
  id: number,
): Promise<(LockedRow<View, Row> & { view: View }) | undefined> {
  const { entity, toView, usesOf } = kind;
  const row = await findLocked(tx, entity, id);
  if (!row) return undefined;
  const view = toView(row);
  const before = {
    view,
    uses: usesOf?.(row),
    picture: pictureOf(tx, entity, row),
    version: snapshotOf(kind, tx, row),
  };
  return { row, lists, before, keeps: view, view };
}

/**
 * Stores a row, its address and its pictures, with a log entry and a version. A row that has not changed is not stored:
 * it keeps its version, and the log gets no entry. Must run in the transaction that locked the row.
 *
 * @throws {RuleBroken} when a value is not in its list, when a referenced row or picture does not exist, when the row
 * breaks a rule, or when the slug is taken
 */
export async function saveRow<View extends EditableView, Row extends StoredEditable>(
  kind: ContentKind<Row, View>,
  tx: EditorCtx,
  { row, lists, before, keeps }: LockedRow<View, Row>,
  { revise, named, verb, source }: Save<Row>,
): Promise<Saved<View>> {
  const { entity, table, module, folder, toView } = kind;
  const isFromTrash = source === 'trash';
  const hasOtherChanges = (await revise?.(row)) || isFromTrash;

  // Replaces the former name of a list entry that was renamed in the meantime.
  const renamed = lists ? findRenamedValues(lists, kind.listed, row, keeps) : {};
  if (Object.keys(renamed).length > 0) row.revise(renamed, row.updated_at);

  await requireRows(tx, kind.columns ?? {}, row, keeps);
  kind.expectKnown?.(row, keeps);
  if (!source) await kind.expectReady?.(tx, row);

  const changes = before && differenceOf(before.view, toView(row), table.columnNames);
  const changed = Object.keys(changes ?? {});
  if (before && changed.length === 0 && !hasOtherChanges) {
    // Drops the new time of change, which the commit would store.
    tx.em.clear();
    if (verb !== null) await recordUnchanged(tx, module, kind.subjectOf(row, tx.now));
    return { view: before.view, isChanged: false };
  }
  // A description or a derived value may be all that has changed. Programs that ask for changed rows must see it too.
  if (before && !source) row.updated_at = tx.now;
  if (before) await tx.em.flush();
  else await insertRow(tx, entity, row);
  const item = { module, item_id: row.id };

  const slug = slugOf(row);
  if (folder !== undefined && slug !== slugOf(before?.view)) {
    const label = kind.columns?.slug?.label ?? 'Address';
    await changeSlug(tx, item, { folder, slug, label, lang: langOf(row) });
  }

  const used = kind.usesOf?.(row);
  if (used && (isFromTrash || !isSame(used, before?.uses))) {
    const missing = await recordUses(tx, item, used, !before);
    const kept = keeps && kind.usesOf?.(keeps);
    expectNoMissingPictures(missing.filter((place) => !isSame(used[place], kept?.[place])));
  }
  if (used) await describePictures(tx, kind.columns ?? {}, row);
  if (named?.isFromLibrary) await keepChosenPicture(tx, named);

  const picture = pictureOf(tx, entity, row);
  const subject = kind.subjectOf(row, tx.now);
  if (module !== mediaFacts.log) {
    if (isFromTrash || picture !== before?.picture) await attachPicture(tx, picture, subject.label);
    if (picture !== before?.picture) await dropUnshownItem(tx, before?.picture);
  }

  if (verb !== null) {
    await recordActivity(tx, before ? 'update' : 'create', module, { ...subject, verb }, changes);
  }
  await tx.em.flush();

  const version = snapshotOf(kind, tx, row);
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

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
