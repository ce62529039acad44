import { drawScene } from '../../illustrations/scene.ts';
import { type StarterPost, starterPosts } from './post.seed.ts';

export const starter = {
  rows: starterPosts,
  draw: ({ category, slug }: StarterPost) =>
    drawScene({ motif: category, seed: slug, width: 1200, height: 800 }),
};
