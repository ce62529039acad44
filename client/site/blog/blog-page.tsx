import './blog-page.css';
import { blogFacts } from '../../../src/modules/blog/blog.facts.ts';
import { countPages } from '../../../src/shared/page-count.ts';
import type { Words } from '../../../src/shared/words/en.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, filteredWordsOf, PageNotFound, wordsOf } from '../app/page-route.tsx';
import { readListed, readPageNumber, readSearch, readTag, withQuery } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { Pager } from '../components/pagination.tsx';
import { BlogFilter } from './blog-filter.tsx';
import { PostCard } from './post-card.tsx';

export interface BlogData extends Pick<ApiOutputs['blog']['published'], 'posts' | 'meta'> {
  category: string | undefined;
  tag: string | undefined;
  search: string;
}

function BlogPage({ data }: { data: BlogData }) {
  const { posts, meta, category, tag, search } = data;
  const { pages, words } = useSite();
  const { heading, intro } = pages.blog;
  const isPlain = !category && !tag && !search;
  const addressOf = (page: number) =>
    withQuery(paths.blog, { category, tag, search, page: page > 1 ? page : undefined });
  return (
    <>
      <PageOpening page="blog" title={heading} lead={intro}>
        <BlogFilter category={category} tag={tag} search={search} />
      </PageOpening>
      <section className="section blog-list" aria-label={words.blog.posts}>
        <div className="hall">
          <Finding data={data} />
          {posts.length === 0 ? (
            <NoPosts category={category} tag={tag} search={search} />
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
function Finding({ data: { meta, category, tag, search } }: { data: BlogData }) {
  const { words, formats } = useSite();
  if (!category && !tag && !search) return <h2 className="visually-hidden">{words.blog.allPosts}</h2>;
  const shown = formats.number(meta.total) + (meta.total_is_minimum ? '+' : '');
  return <h2 className="blog-finding">{words.blog.found(meta.total, shown, { category, tag, search })}</h2>;
}

function NoPosts({ category, tag, search }: Pick<BlogData, 'category' | 'tag' | 'search'>) {
  const { blog, layout } = useSite().words;
  if (!search && !category && !tag) {
    return (
      <EmptyList href={paths.home} label={layout.backHome}>
        {blog.none}
      </EmptyList>
    );
  }
  return (
    <EmptyList href={paths.blog} label={blog.showAll}>
      {noneOf(blog, { category, tag, search })}
    </EmptyList>
  );
}

function noneOf(
  { noneFound, noneIn, noneTagged }: Words['blog'],
  { category, tag, search }: Pick<BlogData, 'category' | 'tag' | 'search'>,
): string {
  if (category && !search && !tag) return noneIn(category);
  return tag && !search && !category ? noneTagged(tag) : noneFound;
}

/** The list of published posts. Filter, search and page are in the address. */
export const blogPage = definePage<BlogData>({
  path: paths.blog,
  load: async ({ api, search: query, site }) => {
    const page = readPageNumber(query);
    const search = readSearch(query);
    const tag = readTag(query);
    const place = { tag, search, page: page > 1 ? page : undefined };
    const listed = { name: 'category', list: 'blog_categories' } as const;
    const addressOf = (value: string) => withQuery(paths.blog, { category: value, ...place });
    const category = readListed({ search: query, site }, listed, addressOf);
    const found = await api.blog.published.query({
      page,
      category,
      tag,
      search: search || undefined,
      per_page: blogFacts.pageSize,
    });
    if (page > countPages(found.meta)) throw new PageNotFound();
    return { ...found, category, tag, search };
  },
  head: ({ meta, category, tag, search }, { pages, words, formats }) => {
    const { description } = filteredWordsOf(pages.blog, category);
    const page = meta.page > 1 ? meta.page : undefined;
    const number = page && formats.number(page);
    return {
      title: [category ?? tag ?? wordsOf(pages.blog).title, number && words.lists.pageOf(number)]
        .filter(Boolean)
        .join(', '),
      description: number ? `${description} ${words.lists.pageSentence(number)}` : description,
      canonical: withQuery(paths.blog, { category, tag, page }),
      // Anybody can link to a tag that no post has.
      isHidden: search !== '' || (tag !== undefined && meta.total === 0),
    };
  },
  Page: BlogPage,
});
