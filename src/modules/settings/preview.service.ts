import type { SignedInContext } from '../../trpc/context.ts';
import type { Preview, PreviewRequest } from './settings.schema.ts';
import { permittedGroup, readInput } from './settings.service.ts';

/**
 * Returns a page as it would be with unsaved values of a group.
 *
 * @throws {NotFound} · {Forbidden} · {RuleBroken} as a save
 */
export async function previewGroup(
  ctx: SignedInContext,
  { group: name, value, path }: PreviewRequest,
): Promise<Preview> {
  const group = permittedGroup(ctx, name);
  return ctx.renderDraft(path, await ctx.siteSettings.draft(group.name, readInput(group, value)));
}
