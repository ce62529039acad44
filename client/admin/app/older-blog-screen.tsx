import { lazy, Suspense } from 'react';
import { can } from '../../../src/shared/grants.ts';
import { useCurrentUser } from '../core/admin-context.ts';

const Management = lazy(async () => ({
  default: (await import('../modules/blog/blog-screen.tsx')).BlogScreen,
}));
const Reader = lazy(async () => ({
  default: (await import('../modules/blog/published-posts-page.tsx')).ReaderScreen,
}));

/**
 * The blog's older address. Shows blog management to people who may manage posts, and the published posts to
 * others.
 */
export function OlderBlogScreen() {
  const { role } = useCurrentUser();
  return <Suspense>{can(role, 'blog:manage') ? <Management /> : <Reader />}</Suspense>;
}
