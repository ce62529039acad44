import { blogModule, Post } from '../../src/modules/blog/blog.module.ts';
import type { EditorCtx } from '../../src/content/content-kind.ts';
import { createRow } from '../../src/content/operations/create.ts';
import { updateRow } from '../../src/content/operations/update.ts';
import type { TestApp } from './test-app.ts';

/** Returns clean HTML of a text that shows these pictures of the library. */
export function htmlWithPictures(...ids: number[]): string {
  const figures = ids.map(
    (id) => `<figure data-kind="picture"><img data-media="${id}" alt="A wall"></figure>`,
  );
  return `<p>Words</p>${figures.join('')}`;
}

interface Written {
  title?: string;
  content: string;
  featured_image?: string;
}

/** Returns a context in which the first admin writes. */
function editorialWork(site: TestApp): EditorCtx {
  const viewer = {
    id: 1,
    name: 'The admin',
    email: 'admin@example.com',
    role: 'admin',
    session_id: 1,
  } as const;
  return { ...site.work(), viewer };
}

/**
 * Creates a published post, or changes the post with the given `id`. `content` must already be clean HTML.
 */
export async function savePost(
  site: TestApp,
  { title = 'A text', ...words }: Written,
  id?: number,
): Promise<{ id: number; version: number }> {
  const work = editorialWork(site);
  const { featured_image: address } = words;
  const named = { field: 'featured_image', address };
  if (id !== undefined) {
    return updateRow(blogModule.kind, work, {
      id,
      chosen: named,
      revise: (row) => row.revise({ title, ...words }, work.now),
    });
  }
  const usual = { excerpt: 'E', category: 'Technology', tags: [], is_published: true, featured_image: null };
  return createRow(blogModule.kind, work, {
    chosen: named,
    write: () => Post.write({ title, ...usual, ...words }, work.now),
    show: async (_, view) => view,
  });
}
