import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import {
  findSettings,
  type FoundSetting,
  type LoadedValues,
} from '../../../src/shared/settings/setting-search.ts';
import { groupNames, settingGroups } from '../../../src/shared/settings/groups.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../core/admin-context.ts';

const restMs = 150;
const minLetters = 2;

export const storedSettingsKey = 'present settings';

/** Of the groups that the person may see, loaded only if `isWanted`. */
export function useStoredSettings(isWanted: boolean): LoadedValues | undefined {
  const { role } = useCurrentUser();
  const { client } = trpc.useUtils();
  const names = groupNames.filter((name) => hasGrant(role, settingGroups[name].grant));
  const { data } = useQuery({
    // Another key than that of a group's form, which must not open with these values.
    queryKey: [storedSettingsKey, role],
    queryFn: async () => {
      const groups = await Promise.all(names.map((group) => client.settings.one.query({ group })));
      return Object.fromEntries(groups.map(({ value }, index) => [names[index], value])) as LoadedValues;
    },
    enabled: isWanted && names.length > 0,
    gcTime: 0,
    retry: false,
  });
  return data;
}

/** The best match first, also by stored values. None for a text of fewer than two characters. */
export function useFoundSettings(text: string): FoundSetting[] {
  const { role } = useCurrentUser();
  const [term] = useDebouncedValue(text.trim(), restMs);
  const isLong = term.length >= minLetters;
  const present = useStoredSettings(isLong);
  return useMemo(() => (isLong ? findSettings(term, role, present) : []), [isLong, term, role, present]);
}
