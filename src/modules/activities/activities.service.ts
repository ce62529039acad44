import { insertRow } from '../../database/insert-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { SignedInWork, Work } from '../../database/work.ts';
import type { ActivityModule, ActivityType } from '../../shared/catalog.ts';
import type { Changes } from '../../shared/difference.ts';
import { Forbidden } from '../../shared/errors.ts';
import { Id } from '../../shared/fields.ts';
import { can, type Grant } from '../../shared/roles.ts';
import { Activity, type EventFacts } from './activity.entity.ts';
import { readActivities } from './activity.repository.ts';
import type { ActivityInput, ActivityQuery, ActivityView } from './activity.schema.ts';
import { toActivityView } from './activity.view.ts';
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
}

/** The key by which an entry's metadata names its item. */
export const idKeys: Record<ActivityModule, string> = {
  blog: 'post_id',
  team: 'member_id',
  job: 'job_id',
  portfolio: 'portfolio_id',
};
const nouns: Record<ActivityModule, string> = {
  blog: 'blog post',
  team: 'team member',
  job: 'job posting',
  portfolio: 'portfolio project',
};
const verbs: Record<ActivityType, string> = { create: 'Created', update: 'Updated', delete: 'Deleted' };
const grantOf: Record<ActivityModule, Grant> = {
  blog: 'blog:manage',
  team: 'team:manage',
  job: 'jobs:manage',
  portfolio: 'portfolio:manage',
};

/**
 * Notes a change in the activity log, in the transaction of the change: both are stored or neither. Joins it with a post of
 * the caller's own that came first. An update also tells what it changed, by `differenceOf`.
 */
export async function note(
  inside: SignedInWork,
  type: ActivityType,
  module: ActivityModule,
  { id, label, facts, verb = verbs[type] }: Subject,
  changes?: Changes,
): Promise<void> {
  const change: EventFacts = {
    type,
    module,
    description: `${verb} ${nouns[module]} "${label}"`,
    item_id: id,
    item_name: label,
    metadata: { [idKeys[module]]: id, ...facts },
    changes,
  };
  const post = await findSameEvent(inside, change, 'posted');
  const entry = post ?? Activity.enter(change, inside.viewer, inside.now);
  entry.confirm(change);
  if (!post) await insertRow(inside, Activity, entry);
}

/** One page of the log. */
export async function listActivities(work: Work, query: ActivityQuery) {
  const { rows, meta } = await readActivities(work.read, query);
  return { activities: rows.map(toActivityView), meta };
}

/**
 * Takes what a caller says about a change of theirs: joins it with the entry of that change, or keeps it unconfirmed until
 * the change comes (contract, "The activity log tells the truth").
 *
 * @throws {Forbidden} when the caller's role may not change anything in that module
 */
export async function recordActivity(
  work: SignedInWork,
  input: ActivityInput,
): Promise<{ activity: ActivityView; isJoined: boolean }> {
  if (!can(work.viewer.role, grantOf[input.module])) throw new Forbidden('Your role does not permit this.');
  const post: EventFacts = { ...input, ...itemOf(input) };
  return inTransaction(work, async (inside) => {
    const change = await findSameEvent(inside, post, 'changed');
    const entry = change ?? Activity.enter(post, work.viewer, work.now);
    entry.hearCaller(post);
    await inside.em.persist(entry).flush();
    return { activity: toActivityView(entry), isJoined: change !== null };
  });
}

/** Which item a caller means: its id, or its title or name where there is none yet. */
function itemOf({ module, metadata }: ActivityInput): Pick<EventFacts, 'item_id' | 'item_name'> {
  const { data: item_id = null } = Id.safeParse(metadata[idKeys[module]]);
  const name = metadata.title ?? metadata.name;
  return { item_id, item_name: typeof name === 'string' ? name.trim() : null };
}
