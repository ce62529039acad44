import type { Seed } from './database/seed.ts';
import type { Pictures } from './media/pictures.ts';
import { seedPosts } from './modules/blog/blog.starter.ts';
import { seedJobs } from './modules/jobs/jobs.starter.ts';
import { seedProjects } from './modules/portfolio/portfolio.starter.ts';
import { seedTeam } from './modules/team/team.starter.ts';

export const seeds: Seed<{ pictures: Pictures }>[] = [seedPosts, seedTeam, seedJobs, seedProjects];
