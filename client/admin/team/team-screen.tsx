import { ListRoutes } from '../ui/list-routes.tsx';
import { MemberCreate } from './member-create.tsx';
import { MemberEdit } from './member-edit.tsx';
import { TeamPage } from './team-page.tsx';
import { TeamTrash } from './team-trash.tsx';

/** Team management: the list, or a dialog in its place. */
export function TeamScreen() {
  return (
    <ListRoutes list={<TeamPage />} create={<MemberCreate />} edit={<MemberEdit />} trash={<TeamTrash />} />
  );
}
