import { can } from '../../../src/shared/grants.ts';
import { useCurrentUser } from '../core/admin-context.ts';

/**
 * Loads the pages of `/admin/blog`. The list there shows all posts to people who manage posts, and only the published
 * posts to everybody else.
 */
export async function loadOlderBlog() {
  const [{ blogPages }, { publishedPostsPages }] = await Promise.all([
    import('../modules/blog/blog-screen.tsx'),
    import('../modules/blog-reader/published-posts-page.tsx'),
  ]);
  function OlderBlog() {
    const { role } = useCurrentUser();
    return can(role, 'blog:manage') ? <blogPages.index /> : <publishedPostsPages.index />;
  }
  return { ...blogPages, index: OlderBlog, one: publishedPostsPages.one };
}
