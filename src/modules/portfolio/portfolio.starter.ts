import { drawScene } from '../../illustrations/scene.ts';
import { type StarterProject, starterProjects } from './project.seed.ts';

export const starter = {
  rows: starterProjects,
  draw: ({ category, slug }: StarterProject) =>
    drawScene({ motif: category, seed: slug, width: 1200, height: 800 }),
};
