import { ListRoutes } from '../ui/list-routes.tsx';
import { JobCreate } from './job-create.tsx';
import { JobEdit } from './job-edit.tsx';
import { JobsPage } from './jobs-page.tsx';
import { JobsTrash } from './jobs-trash.tsx';

/** Job management: the list, or a form in its place. */
export function JobsScreen() {
  return <ListRoutes list={<JobsPage />} create={<JobCreate />} edit={<JobEdit />} trash={<JobsTrash />} />;
}
