import { daysBefore, type Seed } from '../../database/seed.ts';
import { drawScene } from '../../illustrations/scene.ts';
import type { Pictures } from '../../media/pictures.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import { Post } from './post.entity.ts';
import { starterPosts } from './post.seed.ts';

/** Loads the starter posts, oldest first, each with a picture drawn for it; nothing when there are posts already. */
export const seedPosts: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Post)) > 0) return;
  const oldestFirst = starterPosts.toSorted((a, b) => b.days_ago - a.days_ago);
  const posts = oldestFirst.map(async ({ slug, days_ago, ...words }) => {
    const drawing = drawScene({ motif: words.category, seed: slug, width: 1200, height: 800 });
    const stored = await pictures.storeDrawing(drawing);
    await enterPicture({ em, now }, stored, '');
    return Post.write({ ...words, featured_image: stored.path }, daysBefore(now, days_ago));
  });
  await em.persist(await Promise.all(posts)).flush();
};
