import { trpc } from '../../lib/trpc.ts';
import { type FormKind, field } from '../forms/form-kind.ts';
import { pictureWords, plainText } from '../forms/plain-text.ts';
import { type Opening, useKeptForm } from '../forms/use-kept-form.ts';
import { emptyPost, type PostDraft, toDraft, toPostInput } from './post-draft.ts';
import type { Post } from './post-types.ts';

const kind: FormKind<PostDraft, Post> = {
  name: 'blog-posts',
  hasFiles: true,
  toDraft,
  facts: ['stored'],
  fields: [
    field('title', 'Title'),
    field('excerpt', 'Excerpt'),
    { ...field('content', 'Content'), show: ({ content }) => plainText(content) },
    field('category', 'Category'),
    {
      label: 'Featured image',
      names: ['featured_image', 'alt', 'stored', 'remove_image'],
      show: ({ featured_image, alt, stored, remove_image }) =>
        pictureWords(featured_image, remove_image ? null : stored, alt),
    },
    field('is_published', 'Published'),
  ],
};

/** An opening of a post's form. */
export function usePostForm(opening: Omit<Opening<PostDraft, Post>, 'empty'>) {
  const { client, blog } = trpc.useUtils();
  const calls = {
    create: async (draft: PostDraft, options: object) =>
      (await client.blog.create.mutate({ ...toPostInput(draft), tags: [] }, options)).post,
    update: async (draft: PostDraft, ground: { id: number; version: number }, options: object) =>
      (await client.blog.update.mutate({ ...toPostInput(draft), ...ground }, options)).post,
    refresh: () => blog.invalidate(),
  };
  return useKeptForm(kind, calls, { ...opening, empty: emptyPost });
}
export type PostFormState = ReturnType<typeof usePostForm>;
