import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns } from '../../database/columns.ts';
import { fold } from '../../database/search.ts';
import type { BlogCategory } from '../../shared/catalog.ts';

export const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['category', 'created_at', 'id'] },
    { properties: ['is_published', 'created_at', 'id'] },
  ],
  properties: {
    ...editableColumns(),
    title: p.text(),
    excerpt: p.text(),
    /** HTML, already cleaned. */
    content: p.text(),
    category: p.text().$type<BlogCategory>(),
    /** A path relative to the site root, below `uploads/`. */
    featured_image: p.text().nullable(),
    tags: p.json<string[]>(),
    is_published: p.boolean(),
    search_text: p.text(),
  },
});

/** What a form may say of a post, its content already cleaned. */
export interface PostWords {
  title: string;
  excerpt: string;
  content: string;
  category: BlogCategory;
  is_published: boolean;
  tags: string[];
}

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
    for (const [name, value] of Object.entries(words)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
    this.search_text = fold(this.title, this.excerpt);
    this.updated_at = now;
  }
}

PostSchema.setClass(Post);
