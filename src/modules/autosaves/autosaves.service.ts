import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { EditedKind } from '../../shared/module-facts.ts';
import { autosaveDays } from '../../shared/retention.ts';
import { tellEditingChanged } from '../presence/presence.service.ts';
import {
  type AutosaveInput,
  type AutosaveView,
  maxAutosaves,
  maxAutosaveBytes,
  maxListed,
} from './autosaves.schema.ts';
import { Autosave } from './autosave.entity.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Stores the unsaved input of one opening of a form. A person can have 20 autosaves. A further autosave
 * replaces the oldest.
 * @throws {RuleBroken} when the input is larger than 1 MB
 */
export async function storeAutosave(
  ctx: SignedInCtx,
  module: EditedKind,
  { item_id, opening, base_version, fields }: AutosaveInput,
): Promise<{ saved_at: string }> {
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) > maxAutosaveBytes) {
    throw RuleBroken.of('fields', 'This is more than 1 MB, so it is stored in this browser only.');
  }
  const key = { user: ctx.viewer.id, opening };
  const moment = ctx.now;
  await inTransaction(ctx, async (tx) => {
    const isNew = (await tx.em.count(Autosave, key)) === 0;
    const copy = { ...key, module, item_id, base_version, fields: text, since: moment, saved_at: moment };
    await tx.em.upsert(Autosave, copy, {
      onConflictFields: ['user', 'opening'],
      onConflictExcludeFields: ['since'],
      disableIdentityMap: true,
    });
    if (!isNew) return;
    await deleteOldest(tx);
    await tellEditingChanged(tx, module);
  });
  return { saved_at: moment.toISOString() };
}

async function deleteOldest({ em, viewer }: SignedInCtx): Promise<void> {
  const all = await em.find(
    Autosave,
    { user: viewer.id },
    { fields: ['id'], orderBy: { saved_at: 'desc', id: 'desc' }, disableIdentityMap: true },
  );
  const over = all.slice(maxAutosaves).map(({ id }) => id);
  if (over.length > 0) await em.nativeDelete(Autosave, { id: { $in: over } });
}

/**
 * Returns up to three of the caller's autosaves of an item, the newest first. If `item_id` is null, returns autosaves
 * of rows that are not created yet.
 */
export async function listAutosaves(
  { em, viewer }: SignedInCtx,
  module: EditedKind,
  item_id: number | null,
): Promise<AutosaveView[]> {
  const copies = await em.fork().find(
    Autosave,
    { user: viewer.id, module, item_id },
    {
      fields: ['opening', 'saved_at', 'base_version', 'fields'],
      orderBy: { saved_at: 'desc', id: 'desc' },
      limit: maxListed,
      disableIdentityMap: true,
    },
  );
  return copies.map(({ opening, saved_at, base_version, fields }) => ({
    opening,
    saved_at: saved_at.toISOString(),
    base_version: base_version ?? null,
    fields: JSON.parse(fields) as Record<string, unknown>,
  }));
}

export async function removeAutosave(
  ctx: SignedInCtx,
  module: EditedKind,
  opening: string,
): Promise<{ success: true }> {
  await inTransaction(ctx, async (tx) => {
    const removed = await tx.em.nativeDelete(Autosave, { user: ctx.viewer.id, module, opening });
    if (removed > 0) await tellEditingChanged(tx, module);
  });
  return { success: true };
}

/** Deletes all autosaves of a user who signs out. */
export async function removeAutosavesOf({ em }: Ctx, userId: number): Promise<void> {
  await em.nativeDelete(Autosave, { user: userId });
}

/** Deletes the autosaves that were not updated within the retention period. */
export async function sweepAutosaves({ em, now }: Ctx): Promise<void> {
  const before = new Date(now.getTime() - autosaveDays * day);
  await em.nativeDelete(Autosave, { saved_at: { $lt: before } });
}
