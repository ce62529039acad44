import { type StoredRow, toEditableView, toTextList } from '../../database/columns.ts';
import type { ProjectView } from './project.schema.ts';

/** What leaves the house of a project, from a row or an entity. */
export function toProjectView(project: StoredRow<ProjectView>): ProjectView {
  return {
    ...toEditableView(project),
    title: project.title,
    category: project.category,
    description: project.description,
    client: project.client,
    image: project.image ?? null,
    technologies: toTextList(project.technologies),
  };
}
