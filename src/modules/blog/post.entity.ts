import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, takeOver, type WordsOf } from '../../database/columns.ts';
import { PicturePath } from '../../database/file-columns.ts';
import { fold } from '../../database/search/search.ts';
import type { BlogCategory } from '../../shared/catalog.ts';
import type { PostView } from './post.schema.ts';

export const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['category', 'created_at', 'id'] },
    { properties: ['is_published', 'created_at', 'id'] },
    { properties: ['category', 'is_published', 'created_at', 'id'] },
    { properties: ['is_published', 'id', 'updated_at'] },
    { properties: ['featured_image'] },
  ],
  properties: {
    ...editableColumns(),
    title: p.text(),
    excerpt: p.text(),
    /** HTML, already cleaned. */
    content: p.text(),
    category: p.text().$type<BlogCategory>(),
    /** A path relative to the site root, below `uploads/`. */
    featured_image: p.type(PicturePath).nullable(),
    tags: p.json<string[]>(),
    is_published: p.boolean(),
    search_text: p.text(),
  },
});

/** What a form may say of a post, its content already cleaned. */
export type PostWords = WordsOf<PostView>;

/** An article of the blog: a draft, or published. */
export class Post extends PostSchema.class {
  static write(words: PostWords, now: Date): Post {
    const post = new Post();
    post.created_at = now;
    post.revise(words, now);
    return post;
  }

  /** Takes over what was written, and what is derived from it; what is absent stays as it is. */
  revise(words: Partial<PostWords>, now: Date): void {
    takeOver<Post>(this, words, now);
    this.search_text = fold(this.title, this.excerpt);
  }
}

PostSchema.setClass(Post);
