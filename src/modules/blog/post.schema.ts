import { z } from 'zod';
import { blogCategories } from '../../shared/catalog.ts';
import {
  editableFields,
  flag,
  Id,
  oneLine,
  oneOf,
  requiredText,
  textList,
  Version,
} from '../../shared/fields.ts';
import { Counts, PageMeta, PageQuery } from '../../shared/pagination.ts';
import { altText, pictureFields } from '../../shared/picture-view.ts';
import { file } from '../../shared/upload.ts';

const category = oneOf('Category', blogCategories);

/** What the form of a post sends. */
export const PostInput = z.object({
  title: oneLine('Title', 200),
  excerpt: requiredText('Excerpt', 500),
  content: requiredText('Content', 1_000_000),
  category,
  is_published: flag('Publish immediately').optional(),
  tags: textList('Tags').optional(),
  featured_image: file('Featured image'),
  /** Of the picture that is sent, or else of the one that is there. */
  image_alt: altText,
});
export type PostInput = z.output<typeof PostInput>;

/** A change of a post; tags, picture and state stay when they are absent. */
export const PostChange = PostInput.extend({
  id: Id,
  version: Version,
  /** Takes the picture off; one that is sent wins. */
  remove_image: flag('Remove image').optional(),
});
export type PostChange = z.output<typeof PostChange>;

/** A post without its content, as public lists show it. */
export const PostSummary = z.object({
  ...editableFields,
  title: z.string(),
  excerpt: z.string(),
  category: z.enum(blogCategories),
  /** Relative to the site root. */
  featured_image: z.string().nullable(),
  tags: z.array(z.string()),
  is_published: z.boolean(),
});
export type PostSummary = z.output<typeof PostSummary>;

export const PostView = PostSummary.extend({ content: z.string() });
export type PostView = z.output<typeof PostView>;

/** A post, and how its picture is shown. */
export const ShownPost = PostView.extend(pictureFields);
export type ShownPost = z.output<typeof ShownPost>;
export const ShownSummary = PostSummary.extend(pictureFields);
export type ShownSummary = z.output<typeof ShownSummary>;

/** The queries of the panel's list. */
export const PostQuery = PageQuery.extend({
  category: category.optional(),
  is_published: flag('Published').optional(),
});
export type PostQuery = z.output<typeof PostQuery>;

/** The queries of the public list. */
export const PublishedQuery = PageQuery.extend({ category: category.optional() });

export const PostPage = z.object({
  posts: z.array(ShownPost),
  meta: PageMeta,
  stats: Counts(blogCategories),
});

export const PublishedPage = z.object({ posts: z.array(ShownSummary), meta: PageMeta });
