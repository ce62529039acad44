import type { ApiOutputs } from '../../api/types.ts';
import type { PageLoadInput } from '../app/page-route.tsx';

export type Author = ApiOutputs['team']['published']['team'][number];

/** Returns the member of the team with this name. Returns undefined for a guest author, and if the site shows no team. */
export async function findAuthor(
  { api, site }: Pick<PageLoadInput, 'api' | 'site'>,
  name: string | null | undefined,
): Promise<Author | undefined> {
  if (!name || !site.features.team) return undefined;
  const { team } = await api.team.published.query();
  return team.find((member) => member.name === name);
}
