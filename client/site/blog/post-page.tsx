import { publicationDateOf } from '../../../src/shared/schedule.ts';
import '../components/filter-links.css';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, metadataOfRow } from '../app/page-route.tsx';
import { loadByIdOrSlug, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import { languageAttributes } from '../components/language-attributes.ts';
import { type Author, findAuthor } from './find-author.ts';
import byline from './author-card.css?url';
import { Byline } from './author-card.tsx';
import { beginsWithExcerpt, containsPicture, withTableOfContents } from './table-of-contents.ts';
import parts from './post-parts.css?url';
import { TableOfContents, PostEnding } from './post-parts.tsx';
import styles from './post-page.css?url';
import { RelatedPosts } from './related-posts.tsx';

interface PostData {
  post: ApiOutputs['blog']['publishedOne']['post'];
  neighbours: ApiOutputs['blog']['neighbours'];
  related: ApiOutputs['blog']['published']['posts'];
  /** The team member with the author's name, if there is one. */
  author: Author | undefined;
}

const relatedCount = 3;
const wordsPerMinute = 220;

function PostPage({ data: { post, neighbours, related, author } }: { data: PostData }) {
  const { texts, formats } = useSiteSettings();
  const { html, headings } = withTableOfContents(post.content);
  const { lang, dir } = languageAttributes(post);
  return (
    <>
      <article className="post" dir={dir}>
        {headings.length > 0 && <div className="post-progress" />}
        <PageOpening
          title={post.title}
          lang={lang}
          isRow
          kicker={
            <a className="chip" href={withQuery(sitePaths.blog, { category: post.category })}>
              <ChoiceName list="blog_categories" value={post.category} />
            </a>
          }
          lead={!beginsWithExcerpt(post.content, post.excerpt) && post.excerpt}
        />
        <div className="hall post-grid-body">
          {post.featured_image && !containsPicture(post.content, post.featured_image) && (
            <div className="post-picture">
              <StoredPicture
                path={post.featured_image}
                picture={post.picture}
                sizes="(min-width: 60rem) 95vw, 100vw"
                ratios={[21 / 9, 3 / 2]}
                isFirst
                name={`post-${post.id}`}
              />
            </div>
          )}
          <aside className="post-facts" aria-label={texts.blog.facts}>
            {author && <Byline author={author} />}
            <p>
              <time dateTime={publicationDateOf(post)}>{formats.day(publicationDateOf(post))}</time>
            </p>
            {!author && post.author && (
              <p>
                <bdi>{texts.blog.by(post.author)}</bdi>
              </p>
            )}
            <p>
              <bdi>{texts.blog.minutes(minutesToRead(post.content))}</bdi>
            </p>
            <TableOfContents headings={headings} lang={lang} />
          </aside>
          {/* The server reduces the HTML to allowed elements when the post is stored. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a post's content is sanitised HTML */}
          <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
          <PostEnding tags={post.tags} lang={lang} neighbours={neighbours} />
        </div>
      </article>
      <RelatedPosts category={post.category} posts={related} />
    </>
  );
}

function minutesToRead(html: string): number {
  const words = html.replaceAll(/<[^<>]*>/g, ' ').split(/\s+/).length;
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/**
 * The page of one published post, at an address with the id, such as `/blog/12`, or with the slug, such as
 * `/blog/some-title`.
 */
export const postPage = definePage<PostData>({
  path: `${sitePaths.blog}/:id`,
  styles: [styles, byline, parts],
  load: async (request) => {
    const { api, site } = request;
    const { post } = await loadByIdOrSlug(request, {
      byId: (id) => api.blog.publishedOne.query({ id }),
      bySlug: (slug) => api.blog.publishedBySlug.query({ slug }),
    });
    const { category } = post;
    const { posts } = await api.blog.published.query({ category, page: 1, per_page: relatedCount + 1 });
    return {
      post,
      neighbours: await api.blog.neighbours.query({ id: post.id }),
      related: posts.filter(({ id }) => id !== post.id).slice(0, relatedCount),
      author: await findAuthor({ api, site }, post.author),
    };
  },
  head: ({ post }) => ({
    ...metadataOfRow(post, { title: post.title, description: post.excerpt }),
    type: 'article',
  }),
  Page: PostPage,
});
