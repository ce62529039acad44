import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { blogCategories } from '../../../src/shared/catalog.ts';
import { CardGrid } from '../ui/card-grid.tsx';
import { CardSkeletons } from '../ui/card-skeletons.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import { Filters } from '../ui/filters.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatCards } from '../ui/stat-cards.tsx';
import { useAsked } from '../ui/use-asked.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { blogAddress } from './blog-address.ts';
import { PostCard } from './post-card.tsx';
import { PostDeleteDialog } from './post-delete-dialog.tsx';
import type { Post } from './post-types.ts';
import { usePosts } from './use-posts.ts';

const categories = blogCategories.map((name) => ({ value: name, label: name }));

/** The posts, with counts, filter and pager. */
export function BlogPage() {
  const { query, list, category } = usePosts();
  const { openNew, openEdit } = useFormAddress(blogAddress);
  const deletion = useAsked<Post>();
  return (
    <>
      <PageHeader
        title="Blog Management"
        action={
          <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={openNew}>
            Create New Post
          </Button>
        }
      />
      <StatCards totalLabel="Total posts" stats={query.data?.stats} groups={categories} />
      <Filters>
        <FilterSelect
          label="Category"
          allLabel="All Categories"
          options={categories}
          value={category}
          onChange={(value) => list.set('category', value)}
        />
      </Filters>
      <QueryView
        query={query}
        subject="The blog posts"
        skeleton={<CardSkeletons />}
        isEmpty={({ posts }) => posts.length === 0}
        empty={<NoPosts category={category} />}
      >
        {({ posts, meta }) => (
          <>
            <CardGrid>
              {posts.map((post) => (
                <PostCard
                  key={post.id}
                  post={post}
                  onEdit={() => openEdit(post.id)}
                  onDelete={() => deletion.ask(post)}
                />
              ))}
            </CardGrid>
            <Pager meta={meta} page={list.page} onPage={list.goToPage} />
          </>
        )}
      </QueryView>
      <PostDeleteDialog post={deletion.item} isOpen={deletion.isOpen} onClose={deletion.close} />
    </>
  );
}

function NoPosts({ category }: { category: string | undefined }) {
  const hint = category
    ? `No blog posts found in category "${category}"`
    : 'Get started by creating your first blog post!';
  return <Notice title="No blog posts found" text={hint} />;
}
