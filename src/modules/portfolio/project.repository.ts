import { tableOf } from '../../database/list/table.ts';
import { portfolioFacts } from './portfolio.facts.ts';
import { ProjectView } from './project.schema.ts';

export const projectTable = tableOf<ProjectView>({
  name: 'projects',
  view: ProjectView,
  missing: 'There is no such portfolio project.',
  pageSize: portfolioFacts.pageSize,
});
