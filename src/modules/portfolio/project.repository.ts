import { tableOf } from '../../database/list/table.ts';
import { pageSizes } from '../../shared/catalog.ts';
import { ProjectView } from './project.schema.ts';

export const projectTable = tableOf<ProjectView>({
  name: 'projects',
  view: ProjectView,
  missing: 'There is no such portfolio project.',
  pageSize: pageSizes.portfolio,
});
