import { ListRoutes } from '../ui/list-routes.tsx';
import { PortfolioPage } from './portfolio-page.tsx';
import { PortfolioTrash } from './portfolio-trash.tsx';
import { ProjectCreate } from './project-create.tsx';
import { ProjectEdit } from './project-edit.tsx';

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
