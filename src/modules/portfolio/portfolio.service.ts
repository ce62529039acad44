import type { Work } from '../../database/work.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { type PortfolioCategory, portfolioCategories } from '../../shared/catalog.ts';
import { takeUp, withPicture } from '../pictures/pictures.service.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Project } from './project.entity.ts';
import { projectTable } from './project.repository.ts';
import type { ProjectChange, ProjectInput, ProjectQuery, ProjectView } from './project.schema.ts';
import { toProjectView } from './project.view.ts';

const projects = recordsOf<ProjectView, Project>({
  entity: Project,
  table: projectTable,
  module: 'portfolio',
  toView: toProjectView,
  subjectOf: ({ id, title, category }) => ({ id, label: title, facts: { title, category } }),
  pictureOf: (project) => project.image,
});

/** One page of projects, with the counts by category. */
export async function listProjects({ read }: Work, { category, ...query }: ProjectQuery) {
  const [{ rows, meta }, stats] = await Promise.all([
    projectTable.page(read, query, { category }),
    projectTable.count(read, 'category', portfolioCategories),
  ]);
  return { portfolios: rows.map(toProjectView), meta, stats };
}

/** The portfolio as the public page shows it, one category of it or all. */
export async function listPortfolio(
  { read }: Work,
  category: PortfolioCategory | undefined,
): Promise<ProjectView[]> {
  return (await projectTable.all(read, { category })).map(toProjectView);
}

/** @throws {NotFound} */
export function getProject(work: Work, id: number): Promise<ProjectView> {
  return projects.get(work, id);
}

/** Adds a project, with its picture. @throws {RuleBroken} when it names a picture that is not there */
export function createProject(work: EditorialWork, input: ProjectInput): Promise<ProjectView> {
  const { file, named, technologies = [], ...words } = sortPictures(input);
  return withPicture(work, file, 'image', (path) =>
    projects.create(work, async (inside) => {
      const image = path ?? (await takeNamed(inside, named));
      return Project.present({ ...words, technologies, image: image ?? null }, work.now);
    }),
  );
}

/**
 * Changes a project; a new picture replaces the old one.
 *
 * @throws {NotFound} · {Conflict} when it has moved on since `version` · {RuleBroken} as for a new one
 */
export function updateProject(work: EditorialWork, change: ProjectChange): Promise<ProjectView> {
  const { id, version, ...input } = change;
  const { file, named, ...words } = sortPictures(input);
  return withPicture(work, file, 'image', (path) =>
    projects.update(work, { id, version }, async (project, inside) => {
      const image = path ?? (await takeNamed(inside, named));
      project.revise({ ...words, image }, work.now);
    }),
  );
}

/** Removes a project, and its picture unless another row shows it. @throws {NotFound} */
export function removeProject(work: EditorialWork, id: number): Promise<{ success: true }> {
  return projects.remove(work, id);
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

/** Gives the address of a named picture; one of our own files is held until this project shows it. */
async function takeNamed(
  inside: EditorialWork,
  { address, field }: { address?: string | undefined; field: string },
): Promise<string | undefined> {
  if (address && isUploadPath(address)) await takeUp(inside, address, field);
  return address || undefined;
}
