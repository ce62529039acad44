import type { DraftGroups } from '../shared/settings/site.ts';
import type { SignedInContext } from '../trpc/context.ts';
import { readGroupInput } from './group-state.service.ts';
import { readDefaultsBasis } from './settings.repository.ts';
import type { SettingsPreview, SettingsPreviewRequest } from './settings.schema.ts';
import { permittedGroup } from './settings.service.ts';

/**
 * Renders a page with unsaved values of one or more groups.
 * @throws {NotFound} · {Forbidden} · {RuleBroken} with the path of each wrong value
 */
export async function previewGroups(
  ctx: SignedInContext,
  { group, value, others = {}, path, ...from }: SettingsPreviewRequest,
): Promise<SettingsPreview> {
  const basis = await readDefaultsBasis(ctx.read);
  const drafts: DraftGroups = {};
  for (const [name, given] of Object.entries({ ...others, [group]: value })) {
    const permitted = permittedGroup(ctx, name);
    drafts[permitted.name] = await readGroupInput(ctx, permitted, given, { basis, from });
  }
  const draft = await ctx.siteSettings.draft(drafts);
  return { ...(await ctx.renderDraft(path, draft)), placeholders: Object.fromEntries(draft.placeholders) };
}
