import { postColumns } from '../../../../src/modules/blog/blog.facts.ts';
import { postPath } from '../../../shared/site-paths.ts';
import { defineResource } from '../../resource/define-resource.tsx';
import { PostCard } from './post-card.tsx';
import { PostForm } from './post-form.tsx';

export const BlogScreen = defineResource('blog', {
  columns: postColumns,
  nouns: { one: 'post', many: 'posts' },
  words: {
    list: 'Blog Management',
    edit: 'Edit Blog Post',
    saveNew: 'Save Blog Post',
    saveStored: 'Save Blog Post',
    rows: 'The blog posts',
    row: 'The blog post',
    none: 'No blog posts found',
    first: 'Get started by creating your first blog post!',
    noneInGroup: (category) => `No blog posts found in category "${category}"`,
    deleteTitle: 'Delete Blog Post',
    deleteQuestion: (title) =>
      `Are you sure you want to delete "${title}"? This action cannot be undone and will permanently remove this blog post from your website.`,
    trash: 'Blog Trash',
  },
  title: 'title',
  groups: 'category',
  card: (post, acts) => <PostCard key={post.id} post={post} {...acts} />,
  sitePath: postPath,
  form: PostForm,
  // Only imports and API clients set tags.
  hidden: ['tags'],
});
