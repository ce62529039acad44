import type { ApiOutputs } from '../../api/types.ts';
import type { PageLoadInput } from '../app/page-route.tsx';

export type Author = ApiOutputs['team']['published']['team'][number];

/**
 * Returns the published team member with this name, or undefined if there is none, for example for a guest
 * author. Also returns undefined if the site has no team page.
 */
export async function findAuthor(
  { api, site }: Pick<PageLoadInput, 'api' | 'site'>,
  name: string | null | undefined,
): Promise<Author | undefined> {
  if (!name || !site.features.team) return undefined;
  const { team } = await api.team.published.query();
  return team.find((member) => member.name === name);
}
