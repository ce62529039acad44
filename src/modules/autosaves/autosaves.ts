import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { textColumn } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { Id, Success, Timestamp } from '../../shared/fields.ts';
import { type EditedKind, editedKinds } from '../../shared/module-facts.ts';
import { autosaveDays } from '../../shared/retention-periods.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import { publishPresenceChange } from '../presence/presence.ts';
import { User } from '../users/user.ts';

/** In bytes of JSON. */
const maxAutosaveBytes = 1024 * 1024;
const maxAutosaves = 20;
/** How many autosaves of an item a form offers, the newest. */
const maxListed = 3;

const Opening = z.string().regex(/^[\w-]{8,64}$/, 'The name of the opening is not valid');
const Item = z.object({ item_id: Id.nullable() });

const AutosavedItem = Item;
const AutosaveKey = z.object({ opening: Opening });

const AutosaveInput = Item.extend({
  opening: Opening,
  base_version: Id.nullable(),
  fields: z.record(z.string(), z.unknown()),
});
type AutosaveInput = z.output<typeof AutosaveInput>;

const AutosaveView = z.object({
  opening: z.string(),
  saved_at: Timestamp,
  base_version: z.int().nullable(),
  fields: z.record(z.string(), z.unknown()),
});
type AutosaveView = z.output<typeof AutosaveView>;

export const AutosaveSchema = defineEntity({
  name: 'Autosave',
  tableName: 'working_copies',
  indexes: [{ properties: ['module', 'item_id'] }, { properties: ['saved_at'] }],
  uniques: [{ properties: ['user', 'opening'] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    module: textColumn('nothing').$type<EditedKind>(),
    /** Null for a row that is not created yet. */
    item_id: p.integer().nullable(),
    /** Identifies one opening of a form. The browser's local copy uses the same id. */
    opening: textColumn('nothing'),
    /** The row's `version` when the form was opened. */
    base_version: p.integer().nullable(),
    /** The changed fields of the form, as JSON text. */
    fields: textColumn('writing'),
    /** When unsaved input was first stored since the user opened the form. */
    since: p.datetime(),
    saved_at: p.datetime(),
  },
});

/** Only the user who opened the form can read it. */
class Autosave extends AutosaveSchema.class {}

AutosaveSchema.setClass(Autosave);

const day = 24 * 60 * 60 * 1000;

/** A person has 20 at most: one more replaces the oldest. @throws {RuleBroken} when the input is larger than 1 MB */
async function storeAutosave(
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
    await publishPresenceChange(tx, module);
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

/** The caller's newest three. A null `item_id` stands for rows that are not created yet. */
async function listAutosaves(
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

interface NeverSaved<M> {
  module: M;
  /** What the person has typed, by field. */
  input: Record<string, unknown>;
  saved_at: string;
}

/** The caller's newest forms of rows that are not created yet. */
export async function listNeverSaved<M extends EditedKind>(
  { em, viewer }: SignedInCtx,
  modules: readonly M[],
  limit: number,
): Promise<NeverSaved<M>[]> {
  if (modules.length === 0) return [];
  const copies = await em.fork().find(
    Autosave,
    { user: viewer.id, module: { $in: [...modules] }, item_id: null },
    {
      fields: ['module', 'fields', 'saved_at'],
      orderBy: { saved_at: 'desc', id: 'desc' },
      limit,
      disableIdentityMap: true,
    },
  );
  return copies.map(({ module, fields, saved_at }) => {
    const { draft }: { draft?: Record<string, unknown> } = JSON.parse(fields);
    return { module: module as M, input: Object(draft), saved_at: saved_at.toISOString() };
  });
}

async function removeAutosave(
  ctx: SignedInCtx,
  module: EditedKind,
  opening: string,
): Promise<{ success: true }> {
  await inTransaction(ctx, async (tx) => {
    const removed = await tx.em.nativeDelete(Autosave, { user: ctx.viewer.id, module, opening });
    if (removed > 0) await publishPresenceChange(tx, module);
  });
  return { success: true };
}

/** For a user who signs out. */
export async function removeAutosavesOf({ em }: Ctx, userId: number): Promise<void> {
  await em.nativeDelete(Autosave, { user: userId });
}

export async function sweepAutosaves({ em, now }: Ctx): Promise<void> {
  const before = new Date(now.getTime() - autosaveDays * day);
  await em.nativeDelete(Autosave, { saved_at: { $lt: before } });
}

/** A client may escape characters, so a request can be longer than the stored JSON. */
const requestBytes = 2 * maxAutosaveBytes;

function autosavesOf(name: EditedKind) {
  const permitted = procedureWithGrant(`${name}:manage`);
  return router({
    list: permitted
      .input(AutosavedItem)
      .output(z.object({ copies: z.array(AutosaveView) }))
      .query(async ({ ctx, input }) => ({ copies: await listAutosaves(ctx, name, input.item_id) })),

    save: permitted
      .meta({ textBytes: requestBytes })
      .input(AutosaveInput)
      .output(z.object({ saved_at: Timestamp }))
      .mutation(({ ctx, input }) => storeAutosave(ctx, name, input)),

    remove: permitted
      .input(AutosaveKey)
      .output(Success)
      .mutation(({ ctx, input }) => removeAutosave(ctx, name, input.opening)),
  });
}

export const autosavesRouter = router(
  Object.fromEntries(editedKinds.map((name) => [name, autosavesOf(name)])) as Record<
    EditedKind,
    ReturnType<typeof autosavesOf>
  >,
);
