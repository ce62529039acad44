import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { type PortfolioCategory, portfolioCategories } from '../../shared/catalog.ts';
import { describePicture, showPicture, showPictures, withPicture } from '../pictures/pictures.service.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Project } from './project.entity.ts';
import { projectTable } from './project.repository.ts';
import type {
  ProjectChange,
  ProjectInput,
  ProjectQuery,
  ProjectView,
  ShownProject,
} from './project.schema.ts';
import { toProjectView } from './project.view.ts';

/** The acts on the projects. */
export const projects = recordsOf<ProjectView, Project>({
  entity: Project,
  table: projectTable,
  module: 'portfolio',
  toView: toProjectView,
  subjectOf: ({ id, title, category }) => ({
    ...{ id, label: title, facts: { title, category }, isPublic: true },
  }),
});

/** One page of projects, with the counts by category. */
export async function listProjects(work: OperationContext, { category, ...query }: ProjectQuery) {
  const [{ rows, meta }, stats] = await Promise.all([
    projectTable.page(work.read, query, { category }),
    projectTable.count(work.read, 'category', portfolioCategories),
  ]);
  return { portfolios: await showPictures(work, 'image', rows.map(toProjectView)), meta, stats };
}

/** The portfolio as the public page shows it, one category of it or all. */
export async function listPortfolio(
  work: OperationContext,
  category: PortfolioCategory | undefined,
): Promise<ShownProject[]> {
  const rows = await projectTable.all(work.read, { category });
  return showPictures(work, 'image', rows.map(toProjectView));
}

/** @throws {NotFound} */
export function getProject(work: OperationContext, id: number): Promise<ShownProject> {
  return shown(work, projects.get(work, id));
}

/** Adds a project, with its picture. @throws {RuleBroken} when it names a picture that is not there */
export function createProject(work: EditorialWork, input: ProjectInput): Promise<ShownProject> {
  const { file, named, technologies = [], image_alt, ...words } = sortPictures(input);
  const present = async (inside: EditorialWork, image: string | undefined) => {
    await describePicture(inside, image, image_alt);
    return Project.present({ ...words, technologies, image: image ?? null }, work.now);
  };
  return withPicture(work, file, 'image', (path) =>
    projects.create(work, (inside, take) => present(inside, path ?? take()), shown, named),
  );
}

/**
 * Changes a project; a new picture replaces the old one.
 *
 * @throws {NotFound} · {Conflict} when it has moved on since `version` · {RuleBroken} as for a new one
 */
export function updateProject(work: EditorialWork, change: ProjectChange): Promise<ShownProject> {
  const { id, version, remove_image, ...input } = change;
  const { file, named, image_alt, ...words } = sortPictures(input);
  const updated = withPicture(work, file, 'image', (path) =>
    projects.update(work, { id, version, named }, async (project, inside, take) => {
      const image = path ?? take() ?? (remove_image ? null : undefined);
      project.revise({ ...words, image }, work.now);
      await describePicture(inside, project.image, image_alt);
    }),
  );
  return shown(work, updated);
}

/** Removes a project, and its picture unless another row shows it. @throws {NotFound} */
export function removeProject(work: EditorialWork, id: number): Promise<{ success: true }> {
  return projects.remove(work, id);
}

function shown(work: ReadContext, project: ProjectView | Promise<ProjectView>): Promise<ShownProject> {
  return showPicture(work, 'image', project);
}

/** Tells the file that came with a form from the address of a picture, and that from the other words. */
function sortPictures({ image, existing_image, ...words }: ProjectInput) {
  const isAddress = typeof image === 'string';
  return {
    ...words,
    file: isAddress ? undefined : image,
    named: isAddress
      ? { address: image, field: 'image' }
      : { address: existing_image, field: 'existing_image' },
  };
}
