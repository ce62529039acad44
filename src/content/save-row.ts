import type { EditableView } from '../database/columns.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Ctx } from '../database/ctx.ts';
import { differenceOf } from '../shared/diff.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { recordActivity } from '../log/activities.service.ts';
import { changeSlug } from './addresses/slugs.service.ts';
import { requireRows } from './module/referenced-rows.ts';
import { attachPicture } from '../pictures/attached-pictures.service.ts';
import { expectPictures, recordUses, takeFromLibrary, type Used } from '../pictures/media-uses.service.ts';
import type { NamedPicture } from '../pictures/files-of-save.service.ts';
import { holdChoices, renamedValues } from '../settings/choices.service.ts';
import { enterFirstVersion, enterVersion, type Snapshot } from './versions/stored-versions.service.ts';
import { type EditorCtx, findLocked, type Kind, pictureOf, type StoredEditable, snapshotOf } from './kind.ts';

// Every write of a row by a person ends in `saveRow`, so that none can forget a step. Three rules hold for all of them.
//
// 1. Locks are taken in this order: the key of a repeated request, the lists of the settings, all rows in the order of their ids, items
//    of the library, addresses, the log. Leases on files come before the transaction. Two operations that keep the order never wait for each other.
// 2. A row is ready on every path: `expectReady` is a property of its kind. Only a row from the trash comes back as it was, because a
//    deletion that cannot be undone would lose the row.
// 3. A value that a row had may stay, although no list has it any more, or no row or picture has that id.
//
// While a transaction waits for a lock, it holds a connection. So it reads only through its own `em`: with all connections waiting for
// one row, a second connection for its holder might never become free.

/** A locked row, with its state before the save. */
export interface LockedRow<View, Row> {
  row: Row;
  /** Undefined for a kind without values of lists. */
  lists: Choices | undefined;
  /** Undefined for a new row. */
  before: Before<View> | undefined;
  /** The values that may stay. Undefined for a new row, unless it is a copy. */
  keeps: object | undefined;
}

interface Before<View> {
  view: View;
  /** Undefined when the save must record all uses of the library's pictures again. */
  uses: Used | undefined;
  picture: string | null | undefined;
  /** Undefined for a save that makes no version. */
  version: Snapshot | undefined;
}

export interface Save<Row> {
  revise?: (row: Row) => void | Promise<void>;
  named?: NamedPicture | undefined;
  /** The verb of the log entry, if it is not the usual one. Null: the caller logs. */
  verb?: string | null | undefined;
  /** Nothing is stored or logged when the row stays as it is. */
  isOneOfMany?: boolean;
  /** Whether the row returns from the trash. */
  isRestored?: boolean;
}

export interface Saved<View> {
  view: View;
  isChanged: boolean;
  /** Pictures that neither the row nor a version shows any more. The caller releases them after the commit. */
  dropped: (string | null | undefined)[];
}

/** Returns the lists of the settings, which cannot change until the transaction ends. Undefined for a kind without values of lists. */
export async function holdLists(
  { listed }: Pick<Kind<never, never>, 'listed'>,
  tx: Ctx,
): Promise<Choices | undefined> {
  return listed.length > 0 ? holdChoices(tx) : undefined;
}

/** Locks a row until the transaction ends. `lists` come from `holdLists`, so they are locked before it. Undefined without the row. */
export async function openRow<View extends EditableView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
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
 * Stores a row in the transaction that opened it.
 *
 * @throws {RuleBroken} when a value is no longer in its list, when a row or a picture that it names does not exist, when the row is not
 * ready, or when another row has its slug
 */
export async function saveRow<View extends EditableView, Row extends StoredEditable>(
  kind: Kind<Row, View>,
  tx: EditorCtx,
  { row, lists, before, keeps }: LockedRow<View, Row>,
  { revise, named, verb, isOneOfMany, isRestored }: Save<Row>,
): Promise<Saved<View>> {
  const { entity, table, module, folder, toView } = kind;
  await revise?.(row);

  // Values of lists: an entry that was renamed meanwhile is replaced by its new name
  const renamed = lists ? renamedValues(lists, kind.listed, row, keeps) : {};
  if (Object.keys(renamed).length > 0) row.revise(renamed, row.updated_at);

  // Rules of the whole row
  await requireRows(tx, kind.columns ?? {}, row, keeps);
  kind.expectKnown?.(row, keeps);
  if (!isRestored) await kind.expectReady?.(tx, row);

  // Row
  const changes = before && differenceOf(before.view, toView(row), table.words);
  const changed = Object.keys(changes ?? {});
  if (isOneOfMany && changed.length === 0) return { view: toView(row), isChanged: false, dropped: [] };
  if (before) await tx.em.flush();
  else await insertRow(tx, entity, row);
  const item = { module, item_id: row.id };

  // Address
  const slug = slugOf(row);
  if (folder !== undefined && slug !== slugOf(before?.view)) await changeSlug(tx, item, { folder, slug });

  // Pictures of the library
  const used = kind.usesOf?.(row);
  if (used && !isSame(used, before?.uses)) {
    const missing = await recordUses(tx, item, used, !before);
    const kept = keeps && kind.usesOf?.(keeps);
    expectPictures(missing.filter((place) => !isSame(used[place], kept?.[place])));
  }
  if (named?.isFromLibrary) await takeFromLibrary(tx, named);

  // The row's own picture
  const picture = pictureOf(tx, entity, row);
  const subject = kind.subjectOf(row, tx.now);
  if (picture !== before?.picture && module !== mediaFacts.log) {
    await attachPicture(tx, picture, subject.label);
  }

  // Log
  if (verb !== null) {
    await recordActivity(tx, before ? 'update' : 'create', module, { ...subject, verb }, changes);
  }
  await tx.em.flush();

  // Version
  const version = snapshotOf(kind, tx, row);
  const dropped = [before?.picture];
  if (version && !before) await enterFirstVersion(tx, item, version);
  if (version && before?.version && changed.length > 0) {
    dropped.push(...(await enterVersion(tx, item, before.version, version, changed)));
  }
  return { view: toView(row), isChanged: true, dropped: dropped.filter((path) => path !== picture) };
}

function slugOf(row: object | undefined): string | null {
  return (row as { slug?: string | null } | undefined)?.slug ?? null;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
