import { ListRoutes } from '../ui/list-routes.tsx';
import { PortfolioPage } from './portfolio-page.tsx';
import { ProjectCreate } from './project-create.tsx';
import { ProjectEdit } from './project-edit.tsx';
import { PortfolioTrash } from './portfolio-trash.tsx';

/** Portfolio management: the list, or a form in its place. */
export function PortfolioScreen() {
  return (
    <ListRoutes
      list={<PortfolioPage />}
      create={<ProjectCreate />}
      edit={<ProjectEdit />}
      trash={<PortfolioTrash />}
    />
  );
}
