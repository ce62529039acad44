import { daysBefore, type Seed } from '../../database/seed.ts';
import { drawScene } from '../../illustrations/scene.ts';
import type { Pictures } from '../../media/pictures.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import { Project } from './project.entity.ts';
import { starterProjects } from './project.seed.ts';

/** Loads the starter projects, oldest first, each with a picture drawn for it; nothing when there are projects already. */
export const seedProjects: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Project)) > 0) return;
  const oldestFirst = starterProjects.toSorted((a, b) => b.days_ago - a.days_ago);
  const projects = oldestFirst.map(async ({ slug, days_ago, ...words }) => {
    const drawing = drawScene({ motif: words.category, seed: slug, width: 1200, height: 800 });
    const stored = await pictures.storeDrawing(drawing);
    await enterPicture({ em, now }, stored, '');
    return Project.present({ ...words, image: stored.path }, daysBefore(now, days_ago));
  });
  await em.persist(await Promise.all(projects)).flush();
};
