import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { CompanyLife } from './company-life.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { MissionBand } from './mission-band.tsx';

type Posts = ApiOutputs['blog']['published']['posts'];

const latest = 4;

function HomePage({ data }: { data: { posts: Posts } }) {
  const sections = {
    highlights: <Highlights key="highlights" />,
    mission: <MissionBand key="mission" />,
    company_life: <CompanyLife key="company_life" />,
    latest: <LatestPosts key="latest" posts={data.posts} />,
  };
  return (
    <>
      <Hero />
      {useSite().pages.home.sections.map((name) => sections[name])}
    </>
  );
}

/** The home page. */
export const homePage = definePage<{ posts: Posts }>({
  path: paths.home,
  load: async ({ api, site }) => {
    if (!site.features.blog) return { posts: [] };
    const { posts } = await api.blog.published.query({ page: 1, per_page: latest });
    return { posts };
  },
  head: (_, { pages }) => ({ ...wordsOf(pages.home), canonical: paths.home }),
  Page: HomePage,
});
