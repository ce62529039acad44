import type { Seed } from './database/starter.ts';
import type { Pictures } from './media/pictures.ts';
import { seedPosts } from './modules/blog/blog.starter.ts';

/** The starter content of every module, in the order it is loaded. */
export const seeds: Seed<{ pictures: Pictures }>[] = [seedPosts];
