import { keepPreviousData } from '@tanstack/react-query';
import { Link, Route, Routes } from 'react-router-dom';
import { blogFacts } from '../../../../src/modules/blog/blog.facts.ts';
import { blogCategories } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { formatDate } from '../../../shared/dates.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { NotFoundPage } from '../../components/error-pages.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { publishedPostsPath } from '../../core/paths.ts';
import { FilterBar, FilterSelect } from '../../list/filters.tsx';
import { CardSkeletons } from '../../list/list-skeleton.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { CardGrid, CardPicture } from '../../list/record-card.tsx';
import { useLastPage, useListParams } from '../../list/use-list-params.ts';
import classes from './blog-reader.module.css';
import { PublishedPost } from './published-post-page.tsx';

/** The published posts for staff who do not manage them: the list, or one post in its place. */
export function ReaderScreen() {
  return (
    <Routes>
      <Route index element={<PublishedPage />} />
      <Route path=":id" element={<PublishedPost />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

const categories = blogCategories.map((name) => ({ value: name, label: name }));

/** The list of published posts. */
function PublishedPage() {
  const { query, list, category } = usePublished();
  return (
    <>
      <PageHeader title="Blog" lead="Published posts" />
      <FilterBar>
        <FilterSelect
          label="Category"
          allLabel="All Categories"
          options={categories}
          value={category}
          onChange={(value) => list.set('category', value)}
        />
      </FilterBar>
      <QueryBoundary
        query={query}
        subject="the blog posts"
        skeleton={<CardSkeletons />}
        isEmpty={({ posts }) => posts.length === 0}
        empty={<NoPosts category={category} />}
      >
        {({ posts, meta }) => (
          <>
            <CardGrid>
              {posts.map((post) => (
                <PublishedCard key={post.id} post={post} />
              ))}
            </CardGrid>
            <Pagination meta={meta} list={list} rows={posts} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function NoPosts({ category }: { category: string | undefined }) {
  const hint = category ? `No blog posts found in category "${category}"` : 'No published posts yet.';
  return <EmptyState title="No blog posts found" text={hint} />;
}

/** A published post in the list. The whole card is a link. */
function PublishedCard({ post }: { post: PublishedSummary }) {
  const { id, title, excerpt, category, featured_image, created_at } = post;
  return (
    <li className={classes.card}>
      <CardPicture key={featured_image} path={featured_image} />
      <div className={classes.body}>
        <p className={classes.facts}>
          <span>{category}</span>
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </p>
        <h2 className={classes.title}>
          <Link to={`${publishedPostsPath}/${id}`} state={{ isFromList: true }} className={classes.link!}>
            {title}
          </Link>
        </h2>
        <p className={classes.excerpt}>{excerpt}</p>
      </div>
    </li>
  );
}

/** A published post without its content. */
type PublishedSummary = ApiOutputs['blog']['published']['posts'][number];

/** Queries the page of published posts that the address asks for. */
function usePublished() {
  const list = useListParams(blogFacts.pageSize);
  const category = blogCategories.find((name) => name === list.get('category'));
  const query = trpc.blog.published.useQuery(
    { page: list.page, before: list.before, per_page: blogFacts.pageSize, category },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, category };
}
