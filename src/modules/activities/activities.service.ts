import { insertRow } from '../../database/insert-row.ts';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ActivityType } from '../../shared/catalog.ts';
import type { Changes } from '../../shared/diff.ts';
import { Forbidden } from '../../shared/errors.ts';
import { type ActivityModule, idKeyOf } from '../../shared/facts.ts';
import { Id } from '../../shared/fields.ts';
import { Post } from '../blog/post.entity.ts';
import { Job } from '../jobs/job.entity.ts';
import { Activity, type EventFacts } from './activity.entity.ts';
import { readActivities } from './activity.repository.ts';
import type { ActivityInput, ActivityQuery, ActivityView } from './activity.schema.ts';
import { describeChange, toActivityView } from './activity.view.ts';
import { holdsModule } from './readers.ts';
import { findSameEvent } from './same-event.ts';

/** What a change is about. */
export interface Subject {
  id: number;
  /** Its title or name, as the description quotes it. */
  label: string;
  /** What was done, where the type of the entry does not say it: 'Restored'. */
  verb?: string;
  /** What the module keeps beside the id: `category`, `role`, … */
  facts: Record<string, unknown>;
  /** Whether visitors can see it. */
  isPublic: boolean;
}

/**
 * Records a change in the activity log, in the transaction of the change: both are stored or neither. Joins it with a post of
 * the caller's own that came first. An update also tells what it changed, by `differenceOf`.
 */
export async function recordActivity(
  inside: SignedInOperation,
  type: ActivityType,
  module: ActivityModule,
  { id, label, facts, isPublic, verb }: Subject,
  changes?: Changes,
): Promise<void> {
  const change: EventFacts = {
    type,
    module,
    description: describeChange({ type, module }, label, verb),
    item_id: id,
    item_name: label,
    metadata: { [idKeyOf(module)]: id, ...facts },
    was_public: isPublic,
    changes,
  };
  const post = await findSameEvent(inside, change, 'posted');
  const entry = post ?? Activity.enter(change, inside.viewer, inside.now);
  entry.confirm(change);
  if (!post) await insertRow(inside, Activity, entry);
}

/** One page of the log, as the viewer may read it. */
export async function listActivities({ read, viewer: { role } }: SignedInOperation, query: ActivityQuery) {
  const { rows, meta } = await readActivities(read, query, role);
  return { activities: rows.map((row) => toActivityView(row, role)), meta };
}

/**
 * Takes what a caller says about a change of theirs: joins it with the entry of that change, or keeps it unconfirmed until
 * the change comes (docs/product.md, §8.4).
 *
 * @throws {Forbidden} when the caller's role may not change anything in that module
 */
export async function recordCallerEntry(
  work: SignedInOperation,
  input: ActivityInput,
): Promise<{ activity: ActivityView; isJoined: boolean }> {
  const { role } = work.viewer;
  if (!holdsModule(role, input.module)) throw new Forbidden('Your role does not permit this.');
  return inTransaction(work, async (inside) => {
    const item = itemOf(input);
    const was_public = await isPublic(inside, input.module, item.item_id);
    const post: EventFacts = { ...input, ...item, was_public };
    const change = await findSameEvent(inside, post, 'changed');
    const entry = change ?? Activity.enter(post, work.viewer, work.now);
    entry.hearCaller(post);
    await inside.em.persist(entry).flush();
    return { activity: toActivityView(entry, role), isJoined: change !== null };
  });
}

/** Whether visitors can see the item that a caller means. The team and the portfolio have no drafts. */
async function isPublic(
  { em }: OperationContext,
  module: ActivityModule,
  id: number | null,
): Promise<boolean> {
  if (module === 'team' || module === 'portfolio') return true;
  if (id === null) return false;
  const shown =
    module === 'blog' ? em.count(Post, { id, is_published: true }) : em.count(Job, { id, is_active: true });
  return (await shown) > 0;
}

/** Which item a caller means: its id, or its title or name where there is none yet. */
function itemOf({ module, metadata }: ActivityInput): Pick<EventFacts, 'item_id' | 'item_name'> {
  const { data: item_id = null } = Id.safeParse(metadata[idKeyOf(module)]);
  const name = metadata.title ?? metadata.name;
  return { item_id, item_name: typeof name === 'string' ? name.trim() : null };
}
