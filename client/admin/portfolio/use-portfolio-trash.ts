import { trpc } from '../../lib/trpc.ts';
import type { TrashOf } from '../ui/use-trash.ts';

/** The trash of the projects. */
export function usePortfolioTrash(): TrashOf {
  const { portfolio } = trpc.useUtils();
  return { calls: trpc.trash.portfolio, noun: 'project', refresh: () => portfolio.invalidate() };
}
