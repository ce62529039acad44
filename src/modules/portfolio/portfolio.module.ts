import { z } from 'zod';
import type { OperationContext } from '../../database/operation.ts';
import { pictureAddress } from '../../shared/addresses.ts';
import { flag, Id, Version } from '../../shared/fields.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { fileOr } from '../../shared/uploaded-file.ts';
import { defineModule } from '../kit/define-module.ts';
import { inputFieldsOf, viewOf } from '../kit/fields-of.ts';
import type { Shown } from '../kit/schemas-of.ts';
import { describePicture, withPicture } from '../pictures/pictures.service.ts';
import type { EditorialWork } from '../records/records.service.ts';
import { projectColumns } from './portfolio.facts.ts';

export type ShownProject = Shown<typeof projectColumns>;

export const portfolio = defineModule('portfolio', {
  columns: projectColumns,
  missing: 'There is no such portfolio project.',
  title: 'title',
  logged: ['title', 'category'],
  search: ['title', 'client'],
  indexes: [
    ['created_at', 'id'],
    ['category', 'created_at', 'id'],
    ['position', 'id', 'published_at', 'unpublish_at'],
    ['category', 'position', 'id', 'published_at', 'unpublish_at'],
    ['id', 'updated_at', 'published_at', 'unpublish_at'],
    ['published_at'],
    ['unpublish_at'],
    ['announced_at', 'published_at'],
  ],
  summaries: {
    list: 'List portfolio projects',
    create: 'Add a portfolio project',
    update: 'Change a portfolio project',
    remove: 'Delete a portfolio project',
  },
  lists: { filters: ['category'], groups: 'category' },
  starter: async () => (await import('./portfolio.starter.ts')).starter,
});

export const Project = portfolio.entity;
export type Project = InstanceType<typeof Project>;

const { unpublish_at: _, ...publicColumns } = projectColumns;

/** A project as visitors see it. */
export const PublicProject = viewOf(publicColumns).View.extend(pictureFields);

/** A project's picture is a file or an address. A file takes precedence. */
export const ProjectInput = z.object({
  ...inputFieldsOf(projectColumns),
  image: fileOr('Image', pictureAddress('Image')),
  /** The address of a picture. The panel edits this and `image` as one field. */
  existing_image: pictureAddress('Image').or(z.literal('')).optional(),
});
export type ProjectInput = z.output<typeof ProjectInput>;

/** Without technologies or a picture, the old ones stay. */
export const ProjectChange = ProjectInput.extend({
  id: Id,
  version: Version,
  /** Removes the picture, unless the input contains a new one. */
  remove_image: flag('Remove image').optional(),
});
export type ProjectChange = z.output<typeof ProjectChange>;

export async function listPortfolio(
  work: OperationContext,
  category: string | undefined,
): Promise<ShownProject[]> {
  const rows = await portfolio.table.all(work.read, { category, open_at: work.now });
  return portfolio.showAll(work, rows.map(portfolio.toView));
}

/** @throws {RuleBroken} when the picture does not exist */
export function createProject(work: EditorialWork, input: ProjectInput): Promise<ShownProject> {
  const { file, named, technologies = [], image_alt, ...words } = sortPictures(input);
  const write = async (inside: EditorialWork, image: string | undefined) => {
    await describePicture(inside, image, image_alt);
    const project = Project.write({ ...words, technologies, image: image ?? null }, work.now);
    portfolio.requireOrder(project);
    return project;
  };
  return withPicture(work, file, 'image', (path) =>
    portfolio.rows.create(work, (inside, take) => write(inside, path ?? take()), portfolio.show, { named }),
  );
}

/** @throws {NotFound}, {Conflict} when it has changed since `version`, {RuleBroken} for a missing picture */
export function updateProject(work: EditorialWork, change: ProjectChange): Promise<ShownProject> {
  const { id, version, remove_image, ...input } = change;
  const { file, named, image_alt, ...words } = sortPictures(input);
  const updated = withPicture(work, file, 'image', (path) =>
    portfolio.rows.update(work, { id, version, named }, async (project, inside, take) => {
      const image = path ?? take() ?? (remove_image ? null : undefined);
      project.revise({ ...words, ...(image !== undefined && { image }) }, work.now);
      portfolio.requireOrder(project);
      await describePicture(inside, project.image, image_alt);
    }),
  );
  return portfolio.show(work, updated);
}

/** Separates the file that came with a form, the address of a picture, and the other fields. */
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
