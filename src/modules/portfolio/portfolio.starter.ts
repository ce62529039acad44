import { daysBefore, type Seed } from '../../database/starter.ts';
import type { Pictures } from '../../media/pictures.ts';
import { drawScene } from '../../shared/drawings/scene.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import { Project } from './project.entity.ts';
import { starterProjects } from './project.seed.ts';

/** Loads the starter projects, oldest first, each with a picture drawn for it; nothing when there are projects already. */
export const seedProjects: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Project)) > 0) return;
  const oldestFirst = starterProjects.toSorted((a, b) => b.days_ago - a.days_ago);
  const projects = oldestFirst.map(async ({ slug, days_ago, ...words }) => {
    const drawing = drawScene({ motif: words.category, seed: slug, width: 1200, height: 800 });
    const kept = await pictures.keepDrawing(drawing);
    await enterPicture({ em, now }, kept, '');
    return Project.present({ ...words, image: kept.path }, daysBefore(now, days_ago));
  });
  await em.persist(await Promise.all(projects)).flush();
};
