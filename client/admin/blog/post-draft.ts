import type { BlogCategory } from '../../../src/shared/catalog.ts';
import type { Post } from './post-types.ts';

/** A post as the form holds it, finished or not. */
export interface PostDraft extends Pick<Post, 'title' | 'excerpt' | 'content' | 'is_published'> {
  category: BlogCategory | '';
  /** Only a newly chosen one. */
  featured_image: File | undefined;
  /** The path of the picture stored so far. */
  stored: string | null;
  /** What the picture shows; empty: it only decorates; null: nobody has said. */
  alt: string | null;
  /** The stored picture goes. */
  remove_image: boolean;
}

export const emptyPost: PostDraft = {
  title: '',
  excerpt: '',
  content: '',
  category: '',
  is_published: false,
  featured_image: undefined,
  stored: null,
  alt: null,
  remove_image: false,
};

export function toDraft(post: Post): PostDraft {
  const { title, excerpt, content, category, is_published, featured_image: stored, picture } = post;
  const alt = picture?.alt ?? null;
  return {
    ...{ title, excerpt, content, category, is_published },
    ...{ featured_image: undefined, stored, alt, remove_image: false },
  };
}

/** What is sent. The form checks nothing, so that the category may still be missing: the server says so. */
export function toPostInput({ category, alt, stored: _, remove_image, ...draft }: PostDraft) {
  return {
    ...draft,
    category: category as BlogCategory,
    image_alt: alt ?? undefined,
    remove_image: remove_image || undefined,
  };
}
