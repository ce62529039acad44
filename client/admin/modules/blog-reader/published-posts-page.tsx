import '../../../styles/prose.css';
import { Box, Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { blogFacts } from '../../../../src/modules/blog/blog.facts.ts';
import { publicationDateOf } from '../../../../src/shared/schedule.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useChoices, ChoicesProvider } from '../../components/choices-context.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { formatDate } from '../../core/format-dates.ts';
import { blogReaderPath } from '../../core/paths.ts';
import { ListRows } from '../../list/list-rows.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { findOptionValue, PagedList } from '../../list/paged-list.tsx';
import { CardPicture } from '../../list/record-card.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import cards from '../../list/record-card.module.css';
import classes from './blog-reader.module.css';

/** A published post without its content. */
type PublishedSummary = ApiOutputs['blog']['published']['posts'][number];

/** The page that lists the published posts. */
function PublishedPage() {
  const params = useListParams({ name: 'published', pageSize: blogFacts.pageSize });
  const { blog_categories: categories } = useChoices();
  const category = findOptionValue(categories, params.filter('category'));
  const query = trpc.blog.published.useQuery(
    { ...pageQueryOf(params), category },
    { placeholderData: keepPreviousData },
  );
  const posts = query.data?.posts ?? [];
  return (
    <PagedList
      title="Blog"
      lead="Published posts"
      subject="the blog posts"
      nouns={{ one: 'post', many: 'posts' }}
      params={params}
      query={query}
      rows={posts}
      titleOf={({ title }) => title}
      filters={[{ name: 'category', label: 'Category', allLabel: 'All Categories', options: categories }]}
    >
      <ListToolbar searchPlaceholder="Search posts..." />
      <ListRows
        rows={posts}
        renderCard={(post) => <PublishedCard key={post.id} post={post} />}
        empty={{
          title: 'No blog posts found',
          first: 'No published posts yet.',
          filtered:
            category && !params.search
              ? `No blog posts found in category "${category}"`
              : 'Try a different search or filter.',
        }}
      />
    </PagedList>
  );
}

/** The card of a published post in the list. The whole card is a link. */
function PublishedCard({ post }: { post: PublishedSummary }) {
  const { id, title, excerpt, category, featured_image } = post;
  const date = publicationDateOf(post);
  return (
    <li className={cards.card} data-row={id} tabIndex={-1}>
      <CardPicture key={featured_image} path={featured_image} />
      <Box p="md">
        <p className={classes.facts}>
          <span>{category}</span>
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h2 className={cards.title}>
          <Link
            to={`${blogReaderPath}/${id}`}
            state={{ isFromList: true }}
            className={cards.link!}
            data-opens-row
          >
            {title}
          </Link>
        </h2>
        <Text lineClamp={3} mt={8} c="dimmed" fz={14}>
          {excerpt}
        </Text>
      </Box>
    </li>
  );
}

/**
 * The pages of published posts for staff who may not manage the blog: the list (`index`), and the page of one post
 * (`one`).
 */
export const publishedPostsPages = {
  index: () => (
    <ChoicesProvider title="Blog">
      <PublishedPage />
    </ChoicesProvider>
  ),
  one: PublishedPost,
};

/** The page of the published post whose id is in the address. */
function PublishedPost() {
  const { id } = useParams();
  const query = trpc.blog.publishedOne.useQuery({ id: Number(id) });
  return (
    <>
      {!query.data && <PageHeader title="Blog" />}
      <QueryBoundary
        query={query}
        subject="the blog post"
        skeleton={<Skeleton height={560} />}
        wayBack={<BackToPosts />}
      >
        {({ post }) => <PostText post={post} />}
      </QueryBoundary>
    </>
  );
}

type Post = ApiOutputs['blog']['publishedOne']['post'];

/** The title, the picture and the text of a post. */
function PostText({ post }: { post: Post }) {
  const { title, category, featured_image, content } = post;
  return (
    <article>
      <PageHeader
        title={title}
        lead={`${category}, ${formatDate(publicationDateOf(post))}`}
        action={<BackToPosts />}
      />
      {featured_image && <img className={classes.picture} src={`/${featured_image}`} alt="" />}
      {/* The server keeps only allowed HTML tags and attributes when it stores a post. */}
      <div
        className={`prose ${classes.text}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
        dangerouslySetInnerHTML={{ __html: withFocusableCode(content) }}
      />
    </article>
  );
}

/**
 * Returns the HTML with focusable code blocks. Wide code blocks scroll horizontally, and people can scroll an element
 * with the keyboard only if the element has the focus.
 */
function withFocusableCode(html: string): string {
  return html.replaceAll('<pre>', '<pre tabindex="0">');
}

/**
 * A button that returns to the list of posts with the search, filter and page that the person used. If the
 * person did not come from the list, the button opens the first page of the list.
 */
function BackToPosts() {
  const navigate = useNavigate();
  const { isFromList }: { isFromList?: boolean } = Object(useLocation().state);
  return (
    <Button variant="default" onClick={() => (isFromList ? navigate(-1) : navigate(blogReaderPath))}>
      All posts
    </Button>
  );
}
