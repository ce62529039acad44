import type { SignedInContext } from '../trpc/context.ts';
import { readInput } from './group-state.service.ts';
import { readBasis } from './settings.repository.ts';
import type { SettingsPreview, SettingsPreviewRequest } from './settings.schema.ts';
import { permittedGroup } from './settings.service.ts';

/**
 * Returns a page as it would be with unsaved values of a group.
 *
 * @throws {NotFound} · {Forbidden} · {RuleBroken} as a save
 */
export async function previewGroup(
  ctx: SignedInContext,
  { group: name, value, path, ...from }: SettingsPreviewRequest,
): Promise<SettingsPreview> {
  const group = permittedGroup(ctx, name);
  const values = await readInput(ctx, group, value, { basis: await readBasis(ctx.read), from });
  const draft = await ctx.siteSettings.draft(group.name, values);
  return { ...(await ctx.renderDraft(path, draft)), placeholders: Object.fromEntries(draft.placeholders) };
}
