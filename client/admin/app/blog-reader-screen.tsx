import { can } from '../../../src/shared/grants.ts';
import { useCurrentUser } from '../core/admin-context.ts';

/**
 * Loads the pages of `/admin/blog`. At this address, people who manage posts see the list of all posts, and
 * everybody else sees only the published posts.
 */
export async function loadBlogReaderPages() {
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
