import { fold } from '../../database/search.ts';
import type { SignedInWork } from '../../database/work.ts';
import type { ActivityModule, ActivityType } from '../../shared/catalog.ts';
import { Activity } from './activity.entity.ts';

/** What a change is about. */
export interface Subject {
  id: number;
  /** Its title or name, as the description quotes it. */
  label: string;
  /** What the module keeps beside the id: `category`, `role`, … */
  facts: Record<string, unknown>;
}

const idKeys: Record<ActivityModule, string> = {
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

/**
 * Puts an entry of the activity log into the same unit of work as the change it tells of: the caller's flush saves both
 * or neither.
 */
export function note(work: SignedInWork, type: ActivityType, module: ActivityModule, subject: Subject): void {
  const description = `${verbs[type]} ${nouns[module]} "${subject.label}"`;
  const user_name = work.viewer.name;
  const activity = work.em.create(Activity, {
    type,
    module,
    description,
    user_id: work.viewer.id,
    user_name,
    item_id: subject.id,
    metadata: { [idKeys[module]]: subject.id, ...subject.facts },
    is_verified: true,
    created_at: work.now,
    search_text: fold(description, user_name),
  });
  work.em.persist(activity);
}
