import { TrashScreen } from '../ui/trash-screen.tsx';
import { teamAddress } from './team-address.ts';
import { useTeamTrash } from './use-team-trash.ts';

/** The team members that were deleted. */
export function TeamTrash() {
  return <TrashScreen {...useTeamTrash()} title="Team Trash" nouns="team members" address={teamAddress} />;
}
