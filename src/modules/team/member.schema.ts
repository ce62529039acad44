import { z } from 'zod';
import { type TeamSection, teamRoles, teamSections } from '../../shared/catalog.ts';
import { editableFields, Id, oneLine, oneOf, requiredText, textList, Version } from '../../shared/fields.ts';
import { Counts, PageMeta, PageQuery } from '../../shared/pagination.ts';
import { altText, pictureFields } from '../../shared/picture-view.ts';
import { file } from '../../shared/upload.ts';

/** The sections' values, in the order of docs/product.md, §9.4. */
export const sections = teamSections.map(({ value }) => value) as [TeamSection, ...TeamSection[]];

const section = oneOf('Section', sections);

/** What the form of a member sends. */
export const MemberInput = z.object({
  name: oneLine('Name', 120),
  role: oneOf('Role', teamRoles),
  description: requiredText('Description', 2000),
  section,
  expertise: textList('Expertise', { atLeast: 'At least one expertise is required' }),
  image: file('Photo'),
  /** Of the photo that is sent, or else of the one that is there. */
  image_alt: altText,
});
export type MemberInput = z.output<typeof MemberInput>;

/** A change of a member; the photo stays when there is no new one. */
export const MemberChange = MemberInput.extend({ id: Id, version: Version });
export type MemberChange = z.output<typeof MemberChange>;

export const MemberView = z.object({
  ...editableFields,
  name: z.string(),
  role: z.enum(teamRoles),
  /** Relative to the site root. */
  image: z.string().nullable(),
  description: z.string(),
  expertise: z.array(z.string()),
  section: z.enum(sections),
});
export type MemberView = z.output<typeof MemberView>;

/** A member, and how the photo is shown. */
export const ShownMember = MemberView.extend(pictureFields);
export type ShownMember = z.output<typeof ShownMember>;

/** The queries of the panel's list. */
export const MemberQuery = PageQuery.extend({ section: section.optional() });
export type MemberQuery = z.output<typeof MemberQuery>;

export const MemberPage = z.object({
  team: z.array(ShownMember),
  meta: PageMeta,
  stats: Counts(sections),
});
