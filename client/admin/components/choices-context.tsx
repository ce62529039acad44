import { Skeleton } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { PageHeader } from './page-header.tsx';
import { QueryBoundary } from './query-boundary.tsx';

/** The lists from which rows take their values, such as the blog categories, with the label of each value. */
export type ShownChoices = ApiOutputs['site']['settings']['choices'];

interface Shown {
  choices: ShownChoices;
  /** The site's time zone, such as 'Europe/London'. */
  timeZone: string;
  /** The site's currency, such as 'GBP'. */
  currency: string;
}

const ChoicesContext = createContext<Shown | null>(null);

/**
 * The options of each query for the site's settings. The data may be 30 seconds old, because the lists of
 * values rarely change and the server checks every value. The call is not batched, so that it does not wait
 * for slower calls and can use the answer to the document's early call.
 */
export const siteSettingsQueryOptions = { staleTime: 30_000, trpc: { context: { alone: true } } } as const;

interface ChoicesProviderProps {
  /** The title of the screen, which is shown when the lists could not be loaded. */
  title: string;
  children: ReactNode;
}

/** Loads the lists of values and the site's time zone, and then renders the screen that needs them. */
export function ChoicesProvider({ title, children }: ChoicesProviderProps) {
  const query = trpc.site.settings.useQuery(undefined, siteSettingsQueryOptions);
  const content = (
    <QueryBoundary query={query} subject="the lists of this site" skeleton={<Skeleton height={480} />}>
      {({ choices, region }) => (
        <ChoicesContext value={{ choices, timeZone: region.time_zone, currency: region.currency }}>
          {children}
        </ChoicesContext>
      )}
    </QueryBoundary>
  );
  if (query.data || !query.error) return content;
  return (
    <>
      <PageHeader title={title} />
      {content}
    </>
  );
}

/**
 * Returns the lists from which rows take their values.
 * @throws {Error} when the component is not inside `ChoicesProvider`
 */
export function useChoices(): ShownChoices {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useChoices is for screens inside ChoicesProvider');
  return shown.choices;
}

/** Returns the site's currency. @throws {Error} when the component is not inside `ChoicesProvider` */
export function useCurrency(): string {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useCurrency is for screens inside ChoicesProvider');
  return shown.currency;
}

/** Returns the site's time zone. @throws {Error} when the component is not inside `ChoicesProvider` */
export function useTimeZone(): string {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useTimeZone is for screens inside ChoicesProvider');
  return shown.timeZone;
}

/**
 * Returns the site's time zone on any screen: undefined until it is known, and 'UTC' if the site's settings cannot be
 * loaded.
 */
export function useTimeZoneWhenKnown(): string | undefined {
  const shown = use(ChoicesContext);
  const options = { ...siteSettingsQueryOptions, enabled: !shown };
  const { data, error } = trpc.site.settings.useQuery(undefined, options);
  return shown?.timeZone ?? data?.region.time_zone ?? (error ? 'UTC' : undefined);
}
