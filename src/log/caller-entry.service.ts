import { isPublicSql } from '../database/list/public-at.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { Forbidden } from '../shared/errors.ts';
import { Id } from '../shared/fields.ts';
import { type ActivityModule, idKeyOf, findModuleByLogName } from '../shared/module-facts.ts';
import { isAboutUnchanged } from './activities.service.ts';
import { Activity, type EventFacts } from './activity.entity.ts';
import type { ActivityInput, ActivityView } from './activity.schema.ts';
import { toActivityView } from './activity.view.ts';
import { mayEditModule } from './editable-modules.ts';
import { findSameEvent } from './find-same-event.ts';

/**
 * Adds the caller's text to the server's entry about the same change. If there is no such entry, stores an unconfirmed
 * entry (docs/product.md, §8.4). Stores nothing and returns null when the post is about a save that changed nothing.
 * @throws {Forbidden} when the caller's role may not edit the module of the entry
 */
export async function recordCallerEntry(
  ctx: SignedInCtx,
  input: ActivityInput,
): Promise<{ activity: ActivityView | null; isNew: boolean }> {
  const { role } = ctx.viewer;
  if (!mayEditModule(role, input.module)) throw new Forbidden('Your role does not permit this.');
  return inTransaction(ctx, async (tx) => {
    const item = itemOf(input);
    const was_public = await isPublic(tx, input.module, item.item_id);
    const post: EventFacts = { ...input, ...item, metadata: knownMetadata(input), was_public };
    const change = await findSameEvent(tx, post, 'changed');
    if (!change && (await isAboutUnchanged(tx, input, item.item_id))) return { activity: null, isNew: false };
    const entry = change ?? Activity.enter(post, ctx.viewer, ctx.now);
    entry.hearCaller(post);
    await tx.em.persist(entry).flush();
    return { activity: toActivityView(entry, role), isNew: change === null };
  });
}

async function isPublic({ em, now }: Ctx, module: ActivityModule, id: number | null): Promise<boolean> {
  const { table, publicBy, schedule } = findModuleByLogName(module)!;
  if (publicBy === null && !schedule) return true;
  if (id === null) return publicBy === null;
  const db = em.getKysely<Record<string, { id: number }>>();
  const rows = db.selectFrom(table).select('id').where('id', '=', id);
  return (await rows.where(isPublicSql(table, now)).executeTakeFirst()) !== undefined;
}

/**
 * The members of `metadata` that the specification names. Other members are dropped, because nothing that a caller
 * sends may look like a statement of the server.
 */
const reportedKeys = ['title', 'name', 'role', 'section', 'type', 'department', 'is_active', 'category'];

function knownMetadata({ module, metadata }: ActivityInput): ActivityInput['metadata'] {
  const keys = [idKeyOf(module), ...reportedKeys];
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));
}

/** A post without an id is accepted, because callers may post about an item before it exists. */
function itemOf({ module, metadata }: ActivityInput): Pick<EventFacts, 'item_id' | 'item_name'> {
  const { data: item_id = null } = Id.safeParse(metadata[idKeyOf(module)]);
  const name = metadata.title ?? metadata.name;
  return { item_id, item_name: typeof name === 'string' ? name.trim() : null };
}
