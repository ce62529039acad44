import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '../../../src/shared/grants.ts';
import { findSettings } from '../../../src/shared/settings/find-setting.ts';
import type { FoundSetting, PresentValues } from '../../../src/shared/settings/setting-places.ts';
import { publicPages } from '../../../src/shared/public-pages.ts';
import { groupNames, settingGroups } from '../../../src/shared/settings/groups.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { editedPagePath, paths } from '../core/paths.ts';

const restMs = 150;
const minLetters = 2;

/** Returns the values of the groups that the viewer may see, once they are loaded. */
export function usePresentSettings(isWanted: boolean): PresentValues | undefined {
  const { role } = useCurrentUser();
  const { client } = trpc.useUtils();
  const names = groupNames.filter((name) => can(role, settingGroups[name].grant));
  const { data } = useQuery({
    // A form of a group never opens with these values, because it has a key of its own.
    queryKey: ['present settings', role],
    queryFn: async () => {
      const groups = await Promise.all(names.map((group) => client.settings.one.query({ group })));
      return Object.fromEntries(groups.map(({ value }, index) => [names[index], value])) as PresentValues;
    },
    enabled: isWanted && names.length > 0,
    gcTime: 0,
    retry: false,
  });
  return data;
}

/** Returns the settings that a text means, the best first. Present values count as soon as they are loaded. */
export function useFoundSettings(text: string): FoundSetting[] {
  const { role } = useCurrentUser();
  const [asked] = useDebouncedValue(text.trim(), restMs);
  const isAsked = asked.length >= minLetters;
  const present = usePresentSettings(isAsked);
  return useMemo(() => (isAsked ? findSettings(asked, role, present) : []), [isAsked, asked, role, present]);
}

/** Returns the address that opens a setting with the focus in its field. A page of the site has a screen of its own. */
export function settingHref({ group, path }: Pick<FoundSetting, 'group' | 'path'>): string {
  if (group === 'screen') return path;
  if (group === 'pages' && publicPages.some(({ words }) => words === path)) return editedPagePath(path);
  return `${paths.settings}/${group}${path && `#${path}`}`;
}
