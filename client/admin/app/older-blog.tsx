import { can } from '../../../src/shared/grants.ts';
import { useCurrentUser } from '../core/admin-context.ts';

/** Loads the pages of `/admin/blog`. People who manage posts have the list of all posts there, others read what is published. */
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
