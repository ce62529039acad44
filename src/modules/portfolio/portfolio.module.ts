import { z } from 'zod';
import { booleanField, Id, pictureAddressField, VersionInput } from '../../shared/fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { fileOrPictureField, Upload } from '../../shared/uploads.ts';
import { defineModule } from '../../content/module/define-module.ts';
import { inputFieldsOf } from '../../content/module/fields-of.ts';
import {
  cleanTexts,
  withoutUndefined,
  findChosenPicture,
  type WritingCtx,
} from '../../content/module/form-parts.ts';
import type { PublicRowView } from '../../content/module/schemas-of.ts';
import { describePicture } from '../../pictures/change-pictures.ts';
import { externalFields, splitExternal } from '../../content/external-ids.ts';
import { createRow } from '../../content/operations/create.ts';
import { updateRow } from '../../content/operations/update.ts';
import { projectColumns } from './portfolio.facts.ts';

export type ShownProject = PublicRowView<typeof projectColumns>;

/** Three long texts with every character escaped in JSON, and the other fields. */
export const maxProjectBytes = 2 * 1024 * 1024;

export const portfolioModule = defineModule('portfolio', {
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
    ['is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
    ['published_at'],
    ['unpublish_at'],
    ['is_featured', 'position', 'id', 'published_at', 'unpublish_at'],
    ['announced_at', 'published_at'],
  ],
  summaries: {
    list: 'List portfolio projects',
    create: 'Add a portfolio project',
    update: 'Change a portfolio project',
    remove: 'Delete a portfolio project',
  },
  textBytes: maxProjectBytes,
  lists: { filters: ['category'], groups: 'category' },
});

export const Project = portfolioModule.entity;
export type Project = InstanceType<typeof Project>;

type ProjectCtx = WritingCtx & { siteSettings: SiteSettingsSource };

/** A picture is a file, an address, or one of the library. A file takes precedence. */
export const ProjectInput = z.object({
  ...inputFieldsOf(projectColumns),
  image: fileOrPictureField('Image', pictureAddressField('Image')),
  /** The panel edits `existing_image` and `image` as one field. */
  existing_image: pictureAddressField('Image')
    .or(z.literal(''))
    .optional()
    .describe('The path of a picture of the library. A file takes precedence'),
  ...externalFields,
});
export type ProjectInput = z.output<typeof ProjectInput>;

/** Technologies and a picture that are left out do not change. */
export const ProjectChange = ProjectInput.extend({
  id: Id,
  version: VersionInput,
  /** Ignored with a new image. */
  remove_image: booleanField('Remove image').optional().describe('True removes the picture'),
});

export const ProjectPatch = ProjectChange.partial().extend({ id: Id });
export type ProjectPatch = z.output<typeof ProjectPatch>;

/** @throws {RuleBroken} when the picture does not exist or a service is unknown */
export async function createProject(ctx: ProjectCtx, input: ProjectInput): Promise<ShownProject> {
  const { values: sent, external } = splitExternal(input);
  const { upload, chosen, image_alt, ...fields } = await sortPictures(ctx, sent);
  requireServices(await readServices(ctx), fields.services);
  const values = withoutUndefined(await cleanTexts(ctx, projectColumns, fields)) as typeof fields;
  return createRow(portfolioModule.kind, ctx, {
    upload,
    chosen,
    external,
    write: async (tx, picture) => {
      const image = picture ?? null;
      await describePicture(tx, image, image_alt);
      return Project.write({ ...initial, ...values, image }, ctx.now);
    },
    show: portfolioModule.show,
  });
}

/** @throws {NotFound} · {Conflict} when changed since `version` · {RuleBroken} as `createProject` */
export async function updateProject(ctx: ProjectCtx, change: ProjectPatch): Promise<ShownProject> {
  const { values: sent, external } = splitExternal(change);
  const { id, version, remove_image, ...input } = sent;
  const { upload, chosen, image_alt, ...fields } = await sortPictures(ctx, input);
  const services = await readServices(ctx);
  const values = await cleanTexts(ctx, projectColumns, fields);
  const updated = updateRow(portfolioModule.kind, ctx, {
    id,
    version,
    upload,
    chosen,
    external,
    revise: async (project, tx, picture) => {
      requireServices(services, fields.services, project.services);
      const image = picture ?? (remove_image || input.image === null ? null : undefined);
      project.revise({ ...values, ...(image !== undefined && { image }) }, ctx.now);
      return describePicture(tx, project.image, image_alt);
    },
  });
  return portfolioModule.show(ctx, updated);
}

const initial = { technologies: [], services: [], is_featured: false };

/** Call it before a transaction, which may read only through its own connection. */
async function readServices({ siteSettings }: ProjectCtx): Promise<string[]> {
  const { services } = (await siteSettings.current()).lists;
  return services.map(({ key }) => key);
}

/** A project may keep a service that the settings have lost. @throws {RuleBroken} for the field `services` */
function requireServices(
  known: readonly string[],
  keys: readonly string[] = [],
  before: readonly string[] = [],
): void {
  if (keys.every((key) => known.includes(key) || before.includes(key))) return;
  const all = known.join(', ');
  throw RuleBroken.of('services', all ? `Services must be among: ${all}` : 'The settings name no service.');
}

/** @throws {RuleBroken} when the library does not have the chosen picture */
async function sortPictures<T extends Partial<ProjectInput>>(ctx: ProjectCtx, input: T) {
  const { image, existing_image, ...values } = input;
  const chosen = (await findChosenPicture(ctx, image, 'image')) ?? {
    address: existing_image,
    field: 'existing_image',
  };
  const upload = image instanceof Upload ? { file: image, field: 'image' } : undefined;
  return { ...values, upload, chosen };
}
