import { z } from 'zod';
import type { ListCtx } from '../../content/operations/list.ts';
import type { BlockName } from '../../shared/blocks/kinds.ts';
import type { Block } from '../../shared/json-values.ts';
import {
  ListedProject,
  listFeaturedProjects,
  listPublicProjectsByIds,
} from '../portfolio/public-projects.service.ts';
import { listTeam, PublicMember } from '../team/team.module.ts';
import { listPublishedTestimonials, PublicTestimonial } from '../testimonials/public-testimonials.service.ts';

/** The rows of other modules that blocks show. */
export const BlockRecords = z
  .object({
    testimonials: z.array(PublicTestimonial).describe('The testimonials'),
    projects: z.array(ListedProject).describe('The projects'),
    members: z.array(PublicMember).describe('The team members'),
  })
  .meta({ title: 'PublicPageSummaryRows' });
export type BlockRecords = z.output<typeof BlockRecords>;

const mostPeople = 12;

/**
 * Returns the rows of other modules that blocks show, without rows that visitors may not see. If a block names no rows,
 * it shows the first quotation, the featured projects or the first people. The function also writes the ids of the
 * shown rows into the blocks.
 */
export async function readBlockRecords(ctx: ListCtx, blocks: readonly Block[]): Promise<BlockRecords> {
  const { features } = await ctx.siteSettings.current();
  const ofKind = (kind: BlockName) => blocks.filter((block) => block.kind === kind);
  const [quotations, works, people] = [ofKind('testimonial'), ofKind('projects'), ofKind('people')];
  const ids = (of: readonly Block[], field: string) =>
    of.flatMap((block) => (block[field] ?? []) as number[]);

  const quoted = ids(quotations, 'testimonial');
  const testimonials = quotations.length === 0 ? [] : await listTestimonials(ctx, quoted);
  for (const block of quotations) {
    const named = testimonials.find(({ id }) => id === block.testimonial);
    block.testimonial = (block.testimonial ? named : testimonials[0])?.id ?? null;
  }

  const asked = features.portfolio ? works : [];
  const isFeatured = asked.some(({ projects }) => (projects as number[]).length === 0);
  const featured = isFeatured ? await listFeaturedProjects(ctx) : [];
  const named = asked.length === 0 ? [] : await listPublicProjectsByIds(ctx, ids(asked, 'projects'));
  const projects = new Map([...featured, ...named].map((project) => [project.id, project]));
  for (const block of works) {
    const chosen = block.projects as number[];
    const shown = chosen.length === 0 ? featured.map(({ id }) => id) : chosen;
    block.projects = shown.filter((id) => projects.has(id));
  }

  const members = people.length > 0 && features.team ? await listTeam(ctx) : [];
  for (const block of people) {
    const chosen = block.people as number[];
    const first = members.slice(0, mostPeople).map(({ id }) => id);
    const shown = chosen.length === 0 ? first : chosen;
    block.people = shown.filter((id) => members.some((member) => member.id === id));
  }
  const shownPeople = new Set(ids(people, 'people'));
  return {
    testimonials,
    projects: [...projects.values()],
    members: members.filter(({ id }) => shownPeople.has(id)),
  };
}

/** Returns the published quotations with these ids, and the first published quotation of all. */
async function listTestimonials(ctx: ListCtx, ids: readonly number[]): Promise<BlockRecords['testimonials']> {
  const [first, named] = await Promise.all([
    listPublishedTestimonials(ctx, { limit: 1 }),
    ids.length > 0 ? listPublishedTestimonials(ctx, { ids, limit: ids.length }) : [],
  ]);
  return [...first, ...named.filter(({ id }) => id !== first[0]?.id)];
}
