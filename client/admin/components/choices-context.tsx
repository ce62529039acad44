import { Skeleton } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { QueryBoundary } from './query-boundary.tsx';

/** The lists of the settings from which rows take their values, with their labels. */
export type ShownChoices = ApiOutputs['site']['settings']['choices'];

interface Shown {
  choices: ShownChoices;
  /** The site's time zone, such as 'Europe/London'. */
  timeZone: string;
}

const ChoicesContext = createContext<Shown | null>(null);

/**
 * Another person rarely changes a list, and the server checks every value. The call has a request of its own, because rows may
 * take longer, and because the document may have sent it already.
 */
export const settingsOptions = { staleTime: 30_000, trpc: { context: { alone: true } } } as const;

/** Loads the lists before it renders a screen that needs them. */
export function ChoicesProvider({ children }: { children: ReactNode }) {
  const query = trpc.site.settings.useQuery(undefined, settingsOptions);
  return (
    <QueryBoundary query={query} subject="the lists of this site" skeleton={<Skeleton height={480} />}>
      {({ choices, region }) => (
        <ChoicesContext value={{ choices, timeZone: region.time_zone }}>{children}</ChoicesContext>
      )}
    </QueryBoundary>
  );
}

/** Returns the lists. Only screens inside `ChoicesProvider` may call it. */
export function useChoices(): ShownChoices {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useChoices is for screens inside ChoicesProvider');
  return shown.choices;
}

/** Returns the site's time zone. Outside of `ChoicesProvider`, it is 'UTC' until the settings are loaded. */
export function useTimeZone(): string {
  const shown = use(ChoicesContext);
  const { data } = trpc.site.settings.useQuery(undefined, { ...settingsOptions, enabled: !shown });
  return shown?.timeZone ?? data?.region.time_zone ?? 'UTC';
}
