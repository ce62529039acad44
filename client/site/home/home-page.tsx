import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, wordsOf } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { type AlbumPicture, CompanyLife } from './company-life.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';
import { LatestPosts } from './latest-posts.tsx';
import { MissionBand } from './mission-band.tsx';

type Posts = ApiOutputs['blog']['published']['posts'];

const latest = 4;

interface HomeData {
  posts: Posts;
  pictures: AlbumPicture[];
}

function HomePage({ data }: { data: HomeData }) {
  const sections = {
    highlights: <Highlights key="highlights" />,
    mission: <MissionBand key="mission" />,
    company_life: <CompanyLife key="company_life" pictures={data.pictures} />,
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
export const homePage = definePage<HomeData>({
  path: paths.home,
  load: async ({ api, site }) => {
    const [{ posts }, { pictures }] = await Promise.all([
      site.features.blog ? api.blog.published.query({ page: 1, per_page: latest }) : { posts: [] },
      site.features.gallery ? api.gallery.published.query() : { pictures: [] },
    ]);
    return { posts, pictures: pictures.slice(0, site.lists.company_life.length) };
  },
  head: (_, { pages }) => ({ ...wordsOf(pages.home), canonical: paths.home }),
  Page: HomePage,
});
