import { z } from 'zod';
import { pictureAddress } from '../../shared/addresses.ts';
import { portfolioCategories } from '../../shared/catalog.ts';
import {
  editableFields,
  flag,
  Id,
  oneLine,
  oneOf,
  requiredText,
  textList,
  Version,
} from '../../shared/fields.ts';
import { Counts, PageMeta, PageQuery } from '../../shared/pagination.ts';
import { altText, pictureFields } from '../../shared/picture-view.ts';
import { fileOr } from '../../shared/upload.ts';

const category = oneOf('Category', portfolioCategories);

/** What the form of a project sends: its picture as a file, or where one is. A file wins. */
export const ProjectInput = z.object({
  title: oneLine('Title', 200),
  description: requiredText('Description', 5000),
  category,
  client: oneLine('Client', 200),
  technologies: textList('Technologies').optional(),
  image: fileOr('Image', pictureAddress('Image')),
  /** Of the picture that is sent or named, or else of the one that is there; only for our own. */
  image_alt: altText,
  /** The panel shows both under one name. */
  existing_image: pictureAddress('Image').or(z.literal('')).optional(),
});
export type ProjectInput = z.output<typeof ProjectInput>;

/** A change of a project; technologies and picture stay when they are absent. */
export const ProjectChange = ProjectInput.extend({
  id: Id,
  version: Version,
  /** Takes the picture off; one that is sent or named wins. */
  remove_image: flag('Remove image').optional(),
});
export type ProjectChange = z.output<typeof ProjectChange>;

export const ProjectView = z.object({
  ...editableFields,
  title: z.string(),
  category: z.enum(portfolioCategories),
  description: z.string(),
  client: z.string(),
  /** An http(s) address, or a path relative to the site root. */
  image: z.string().nullable(),
  technologies: z.array(z.string()),
});
export type ProjectView = z.output<typeof ProjectView>;

/** A project, and how its picture is shown. */
export const ShownProject = ProjectView.extend(pictureFields);
export type ShownProject = z.output<typeof ShownProject>;

/** The queries of the panel's list. */
export const ProjectQuery = PageQuery.extend({ category: category.optional() });
export type ProjectQuery = z.output<typeof ProjectQuery>;

/** The query of the public list. */
export const PortfolioQuery = z.object({ category: category.optional() });

export const ProjectPage = z.object({
  portfolios: z.array(ShownProject),
  meta: PageMeta,
  stats: Counts(portfolioCategories),
});
