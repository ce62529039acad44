import { blogFacts, postColumns } from '../../../../src/modules/blog/blog.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import {
  type CommonCardParts,
  CardPicture,
  CardText,
  CardTime,
  RecordCard,
} from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';

const postStates = { visible: 'Published', hidden: 'Draft', ended: 'Ended' };

export const blogPages = defineResource('blog', {
  columns: postColumns,
  nouns: { one: 'post', many: 'posts' },
  words: {
    list: 'Blog Management',
    edit: 'Edit Blog Post',
    saveNew: 'Save Blog Post',
    saveStored: 'Save Blog Post',
    rows: 'the blog posts',
    row: 'the blog post',
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
  form: PostForm,
  fields: async () => ({
    is_published: (await import('../../resource/publishing/publish-tick.tsx')).publishTick,
  }),
});

function PostCard({ post, ...acts }: { post: RowOf<'blog'> } & CommonCardParts) {
  const { title, excerpt, category, featured_image, created_at } = post;
  return (
    <RecordCard
      {...acts}
      title={title}
      picture={<CardPicture key={featured_image} path={featured_image} picture={post.picture} />}
      facts={
        <>
          <span>{category}</span>
          <PublicationBadge row={post} {...blogFacts} words={postStates} />
        </>
      }
    >
      <CardText>{excerpt}</CardText>
      <CardTime iso={created_at} />
    </RecordCard>
  );
}

/**
 * The fields of the post form: the texts in the main column; category, picture and publication in the
 * side column. Only the server validates the values.
 */
function PostForm({ Field }: FormLayoutProps<typeof postColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          <Field name="slug" />
          <Field name="excerpt" />
          <Field name="content" />
        </>
      }
      side={
        <>
          <Field name="category" />
          <Field name="featured_image" />
          <Field name="is_published" />
        </>
      }
    />
  );
}
