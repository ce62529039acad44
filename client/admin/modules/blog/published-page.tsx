import { blogCategories } from '../../../../src/shared/catalog.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { CardGrid } from '../../list/card-grid.tsx';
import { FilterSelect } from '../../list/filter-select.tsx';
import { FilterBar } from '../../list/filters.tsx';
import { CardSkeletons } from '../../list/list-skeleton.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { PublishedCard } from './published-card.tsx';
import { usePublished } from './use-published.ts';

const categories = blogCategories.map((name) => ({ value: name, label: name }));

/** The list of published posts. */
export function PublishedPage() {
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
