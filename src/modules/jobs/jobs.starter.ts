import { daysBefore, type Seed } from '../../database/seed.ts';
import { Job } from './job.entity.ts';
import { starterJobs } from './job.seed.ts';

/** Loads the starter jobs, oldest first; nothing when there are jobs already. */
export const seedJobs: Seed<object> = async (em, { now }) => {
  if ((await em.count(Job)) > 0) return;
  const oldestFirst = starterJobs.toSorted((a, b) => b.days_ago - a.days_ago);
  const jobs = oldestFirst.map(({ days_ago, ...words }) => Job.post(words, daysBefore(now, days_ago)));
  await em.persist(jobs).flush();
};
