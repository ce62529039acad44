import { company } from '../../../src/shared/company.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { CompanyLife } from './company-life.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { MissionBand } from './mission-band.tsx';

type Posts = ApiOutputs['blog']['published']['posts'];

const latest = 4;

function HomePage({ data }: { data: { posts: Posts } }) {
  return (
    <>
      <Hero />
      <Highlights />
      <MissionBand />
      <CompanyLife />
      <LatestPosts posts={data.posts} />
    </>
  );
}

/** The home page. */
export const homePage = definePage<{ posts: Posts }>({
  path: paths.home,
  load: async ({ api }) => {
    const { posts } = await api.blog.published.query({ page: 1, per_page: latest });
    return { posts };
  },
  head: () => ({ title: company.tagline, description: company.description, canonical: paths.home }),
  Page: HomePage,
});
