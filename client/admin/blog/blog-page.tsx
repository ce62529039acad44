import { keepPreviousData } from '@tanstack/react-query';
import { blogFacts } from '../../../src/modules/blog/blog.facts.ts';
import { blogCategories } from '../../../src/shared/catalog.ts';
import { trpc } from '../../lib/trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { useListAddress } from '../ui/use-list-address.ts';
import { useTrash } from '../ui/use-trash.ts';
import { blogAddress } from './blog-address.ts';
import { PostCard } from './post-card.tsx';
import { useBlogTrash } from './use-blog-trash.ts';

const options = blogCategories.map((name) => ({ value: name, label: name }));

/** The posts, by category. */
export function BlogPage() {
  const list = useListAddress(blogFacts.pageSize);
  const category = blogCategories.find((name) => name === list.get('category'));
  const query = trpc.blog.list.useQuery(
    { page: list.page, before: list.before, per_page: blogFacts.pageSize, category },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => query.data?.posts.find((post) => post.id === id)?.title;
  const { throwing } = useTrash(useBlogTrash(), titleOf);
  const remove = trpc.blog.remove.useMutation(throwing);
  const hint = category
    ? `No blog posts found in category "${category}"`
    : 'Get started by creating your first blog post!';
  return (
    <ListScreen
      title="Blog Management"
      createLabel="Create New Post"
      address={blogAddress}
      list={list}
      query={query}
      subject="The blog posts"
      totalLabel="Total posts"
      groups={{ name: 'category', label: 'Category', allLabel: 'All Categories', options, value: category }}
      rowsOf={(page) => page.posts}
      card={(post, acts) => <PostCard key={post.id} post={post} {...acts} />}
      empty={<Notice title="No blog posts found" text={hint} />}
      deletion={{
        title: 'Delete Blog Post',
        question: ({ title }) =>
          `Are you sure you want to delete "${title}"? This action cannot be undone and will permanently remove this blog post from your website.`,
        answer: 'Delete Post',
        remove,
      }}
    />
  );
}
