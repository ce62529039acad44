import './blog-page.css';
import { blogFacts } from '../../../src/modules/blog/blog.facts.ts';
import { countPages } from '../../../src/shared/page-count.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, filteredWordsOf, PageNotFound, wordsOf } from '../app/page-route.tsx';
import { readListed, readPageNumber, readSearch, withQuery } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { Pager } from '../components/pagination.tsx';
import { BlogFilter } from './blog-filter.tsx';
import { PostCard } from './post-card.tsx';

export interface BlogData extends Pick<ApiOutputs['blog']['published'], 'posts' | 'meta'> {
  category: string | undefined;
  search: string;
}

function BlogPage({ data }: { data: BlogData }) {
  const { posts, meta, category, search } = data;
  const { pages, words } = useSite();
  const { heading, intro } = pages.blog;
  const isPlain = !category && !search;
  const addressOf = (page: number) =>
    withQuery(paths.blog, { category, search, page: page > 1 ? page : undefined });
  return (
    <>
      <PageOpening page="blog" title={heading} lead={intro}>
        <BlogFilter category={category} search={search} />
      </PageOpening>
      <section className="section blog-list" aria-label={words.blog.posts}>
        <div className="hall">
          <Finding data={data} />
          {posts.length === 0 ? (
            <NoPosts category={category} search={search} />
          ) : (
            <ul
              className={isPlain && posts.length === meta.per_page ? 'post-grid post-grid-led' : 'post-grid'}
            >
              {posts.map((post, index) => (
                <PostCard key={post.id} post={post} isFirst={index === 0} />
              ))}
            </ul>
          )}
          <Pager page={meta.page} pages={countPages(meta)} addressOf={addressOf} />
        </div>
      </section>
    </>
  );
}

/** The heading of the list: the filter and the number of posts. */
function Finding({ data: { meta, category, search } }: { data: BlogData }) {
  const { words, formats } = useSite();
  if (!category && !search) return <h2 className="visually-hidden">{words.blog.allPosts}</h2>;
  const shown = formats.number(meta.total) + (meta.total_is_minimum ? '+' : '');
  return <h2 className="blog-finding">{words.blog.found(meta.total, shown, category, search)}</h2>;
}

function NoPosts({ category, search }: Pick<BlogData, 'category' | 'search'>) {
  const { blog, layout } = useSite().words;
  if (!search && !category) {
    return (
      <EmptyList href={paths.home} label={layout.backHome}>
        {blog.none}
      </EmptyList>
    );
  }
  return (
    <EmptyList href={paths.blog} label={blog.showAll}>
      {search || !category ? blog.noneFound : blog.noneIn(category)}
    </EmptyList>
  );
}

/** The list of published posts. Filter, search and page are in the address. */
export const blogPage = definePage<BlogData>({
  path: paths.blog,
  load: async ({ api, search: query, site }) => {
    const page = readPageNumber(query);
    const search = readSearch(query);
    const place = { search, page: page > 1 ? page : undefined };
    const listed = { name: 'category', list: 'blog_categories' } as const;
    const addressOf = (value: string) => withQuery(paths.blog, { category: value, ...place });
    const category = readListed({ search: query, site }, listed, addressOf);
    const found = await api.blog.published.query({
      page,
      category,
      search: search || undefined,
      per_page: blogFacts.pageSize,
    });
    if (page > countPages(found.meta)) throw new PageNotFound();
    return { ...found, category, search };
  },
  head: ({ meta, category, search }, { pages, words, formats }) => {
    const { description } = filteredWordsOf(pages.blog, category);
    const page = meta.page > 1 ? meta.page : undefined;
    const number = page && formats.number(page);
    return {
      title: [category ?? wordsOf(pages.blog).title, number && words.lists.pageOf(number)]
        .filter(Boolean)
        .join(', '),
      description: number ? `${description} ${words.lists.pageSentence(number)}` : description,
      canonical: withQuery(paths.blog, { category, page }),
      isHidden: search !== '',
    };
  },
  Page: BlogPage,
});
