import type { Seed } from '../../database/starter.ts';
import type { Pictures } from '../../media/pictures.ts';
import { drawScene } from '../../shared/drawings/scene.ts';
import { Post } from './post.entity.ts';
import { starterPosts } from './post.seed.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Loads the starter posts, oldest first, each with a picture drawn for it; nothing when there are posts already. */
export const seedPosts: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Post)) > 0) return;
  const oldestFirst = starterPosts.toSorted((a, b) => b.days_ago - a.days_ago);
  for (const { slug, days_ago, ...words } of oldestFirst) {
    const moment = new Date(now.getTime() - days_ago * dayMs);
    const drawing = drawScene({ motif: words.category, seed: slug, width: 1200, height: 800 });
    const post = Post.write(words, moment);
    post.featured_image = await pictures.keepDrawing(drawing);
    em.persist(post);
  }
  await em.flush();
};
