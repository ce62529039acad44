import { trpc } from '../../lib/trpc.ts';
import type { TrashOf } from '../ui/use-trash.ts';

/** The trash of the posts. */
export function useBlogTrash(): TrashOf {
  const { blog } = trpc.useUtils();
  return { calls: trpc.trash.blog, noun: 'post', refresh: () => blog.invalidate() };
}
