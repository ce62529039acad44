import { blogFacts } from '../../../src/modules/blog/blog.facts.ts';
import { countPages } from '../../../src/shared/enumerations.ts';
import { nameInList } from '../../../src/shared/settings/choices.ts';
import type { SiteTexts } from '../../../src/shared/site-texts/en.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import {
  definePage,
  filteredTitleAndDescription,
  PageNotFoundError,
  pagedTitleAndDescription,
  titleAndDescriptionOf,
} from '../app/page-route.tsx';
import { readListValue, readPageNumber, readSearch, readText, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { isCommon } from '../components/full-rows.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { Pagination } from '../components/pagination.tsx';
import { PostCard } from '../components/post-card.tsx';
import { hasFewPictures } from '../components/stored-picture.tsx';
import { type Author, findAuthor } from './find-author.ts';
import byline from './author-card.css?url';
import listStyles from './blog-page.css?url';
import { AuthorCard } from './author-card.tsx';
import { BlogFilter } from './blog-filter.tsx';

interface BlogData extends Pick<ApiOutputs['blog']['published'], 'posts' | 'meta'> {
  category: string | undefined;
  tag: string | undefined;
  /** The author whose posts are shown. Undefined for the posts of all authors. */
  author: string | undefined;
  /** The team member with the author's name, if there is one. */
  member: Author | undefined;
  search: string;
}

type Filter = Pick<BlogData, 'category' | 'tag' | 'author' | 'search'>;

function BlogPage({ data }: { data: BlogData }) {
  const { posts, meta, category, tag, author, member, search } = data;
  const { linked, pages, texts } = useSiteSettings();
  const { heading, intro } = pages.blog;
  const layout = layoutOf(data);
  const hidesCategory = isCommon(posts, (post) => post.category) || category !== undefined;
  const addressOf = (page: number) =>
    withQuery(sitePaths.blog, { category, tag, author, search, page: page > 1 ? page : undefined });
  return (
    <>
      <PageOpening page="blog" title={heading} lead={intro}>
        {linked.blog && <BlogFilter category={category} tag={tag} author={author} search={search} />}
      </PageOpening>
      <section className="section blog-list" aria-label={texts.blog.posts}>
        <div className="hall">
          {member && <AuthorCard author={member} />}
          <Finding data={data} />
          {posts.length === 0 ? (
            <NoPosts {...data} />
          ) : (
            <ul className={layout}>
              {posts.map((post, index) => (
                <PostCard
                  key={post.id}
                  post={post}
                  isFirst={index === 0}
                  isLarge={index === 0 && layout === ledGrid}
                  isRow={layout === rows}
                  hidesCategory={hidesCategory}
                />
              ))}
            </ul>
          )}
          <Pagination page={meta.page} pages={countPages(meta)} addressOf={addressOf} />
        </div>
      </section>
    </>
  );
}

const pictureOf = ({ featured_image }: BlogData['posts'][number]) => featured_image;

const rows = 'post-rows';
const ledGrid = 'post-grid post-grid-led';

function layoutOf(data: BlogData): string {
  const { posts, meta } = data;
  if (hasFewPictures(posts, pictureOf)) return rows;
  const isFull = posts.length === meta.per_page;
  return isFull && !isFiltered(data) ? ledGrid : 'post-grid';
}

function isFiltered({ category, tag, author, search }: Filter): boolean {
  return Boolean(category || tag || author || search);
}

/**
 * The heading of the list. If the list is filtered, the heading states the filter and the number of posts. Otherwise,
 * the heading is only for screen readers.
 */
function Finding({ data }: { data: BlogData }) {
  const { texts, formats, choices } = useSiteSettings();
  const { meta, tag, author, search } = data;
  const category = data.category && nameInList(choices, 'blog_categories', data.category);
  if (!isFiltered(data)) return <h2 className="visually-hidden">{texts.blog.allPosts}</h2>;
  const shown = formats.number(meta.total) + (meta.total_is_minimum ? '+' : '');
  const found = texts.blog.found(meta.total, shown, { category, tag, search });
  return <h2 className="blog-finding">{author ? texts.blog.foundBy(found, author) : found}</h2>;
}

function NoPosts(filter: Filter) {
  const { texts, choices } = useSiteSettings();
  const { blog, layout } = texts;
  if (!isFiltered(filter)) {
    return (
      <EmptyList href={sitePaths.home} label={layout.backHome}>
        {blog.none}
      </EmptyList>
    );
  }
  return (
    <EmptyList href={sitePaths.blog} label={blog.showAll}>
      {noneOf(blog, {
        ...filter,
        category: filter.category && nameInList(choices, 'blog_categories', filter.category),
      })}
    </EmptyList>
  );
}

function noneOf(
  { noneFound, noneIn, noneTagged }: SiteTexts['blog'],
  { category, tag, author, search }: Filter,
): string {
  if (author || search) return noneFound;
  if (category) return tag ? noneFound : noneIn(category);
  return tag ? noneTagged(tag) : noneFound;
}

/**
 * The page with the list of published posts. The filter, search text and page number are query parameters.
 */
export const blogPage = definePage<BlogData>({
  path: sitePaths.blog,
  styles: [byline, listStyles],
  load: async ({ api, search: query, site }) => {
    const page = readPageNumber(query);
    const search = readSearch(query);
    const tag = readText(query, 'tag');
    const author = readText(query, 'author');
    const place = { tag, author, search, page: page > 1 ? page : undefined };
    const listed = { name: 'category', list: 'blog_categories' } as const;
    const addressOf = (value: string) => withQuery(sitePaths.blog, { category: value, ...place });
    const category = readListValue({ search: query, site }, listed, addressOf);
    const answer = await api.blog.published.query({
      page,
      category,
      tag,
      author,
      search: search || undefined,
      per_page: blogFacts.pageSize,
    });
    if (page > countPages(answer.meta)) throw new PageNotFoundError();
    const member = await findAuthor({ api, site }, author);
    return { ...answer, category, tag, author, member, search };
  },
  head: ({ meta, category, tag, author, search }, site) => {
    const { pages, texts, choices } = site;
    const name = category && nameInList(choices, 'blog_categories', category);
    const { description } = filteredTitleAndDescription(pages.blog, name);
    const title =
      name ?? tag ?? (author ? texts.blog.postsBy(author) : titleAndDescriptionOf(pages.blog).title);
    const { page } = meta;
    return {
      ...pagedTitleAndDescription({ title, description }, page, site),
      canonical: withQuery(sitePaths.blog, { category, tag, author, page: page > 1 ? page : undefined }),
      // Anybody can link to a tag or an author without posts. Search engines must not list such pages.
      isHidden: search !== '' || ((tag ?? author) !== undefined && meta.total === 0),
    };
  },
  Page: BlogPage,
});
