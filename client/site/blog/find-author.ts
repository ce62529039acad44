import type { ApiOutputs } from '../../api/types.ts';
import type { PageLoadInput } from '../app/page-route.tsx';

export type Author = ApiOutputs['team']['published']['team'][number];

/**
 * Returns the published team member with this name. Returns undefined if there is no such member, for example for a
 * guest author, or if the site has no team page.
 */
export async function findAuthor(
  { api, site }: Pick<PageLoadInput, 'api' | 'site'>,
  name: string | null | undefined,
): Promise<Author | undefined> {
  if (!name || !site.features.team) return undefined;
  const { team } = await api.team.published.query({});
  return team.find((member) => member.name === name);
}
