import { trpc } from '../../lib/trpc.ts';
import type { TrashOf } from '../ui/use-trash.ts';

/** The trash of the team members. */
export function useTeamTrash(): TrashOf {
  const { team } = trpc.useUtils();
  return { calls: trpc.trash.team, noun: 'team member', refresh: () => team.invalidate() };
}
