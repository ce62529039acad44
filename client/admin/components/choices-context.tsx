import { Skeleton } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { PageHeader } from './page-header.tsx';
import { QueryBoundary } from './query-boundary.tsx';

/** The lists from which rows take their values, each value with its label. */
export type ShownChoices = ApiOutputs['site']['settings']['choices'];

interface Shown {
  choices: ShownChoices;
  /** For example 'GBP'. */
  currency: string;
}

const ChoicesContext = createContext<Shown | null>(null);

/**
 * The server checks every value, so the lists may be 30 seconds old. Not batched, so that the call waits for no slower
 * one and uses the answer to the document's early call.
 */
export const siteSettingsQueryOptions = { staleTime: 30_000, trpc: { context: { alone: true } } } as const;

interface ChoicesProviderProps {
  /** Shown when the lists could not be loaded. */
  title: string;
  children: ReactNode;
}

export function ChoicesProvider({ title, children }: ChoicesProviderProps) {
  const query = trpc.site.settings.useQuery(undefined, siteSettingsQueryOptions);
  return (
    <>
      {query.error && !query.data && <PageHeader title={title} />}
      <QueryBoundary query={query} subject="the lists of this site" skeleton={<Skeleton height={480} />}>
        {({ choices, region }) => (
          <ChoicesContext value={{ choices, currency: region.currency }}>{children}</ChoicesContext>
        )}
      </QueryBoundary>
    </>
  );
}

/** @throws {Error} outside `ChoicesProvider` */
export function useChoices(): ShownChoices {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useChoices is for screens inside ChoicesProvider');
  return shown.choices;
}

/** @throws {Error} outside `ChoicesProvider` */
export function useCurrency(): string {
  const shown = use(ChoicesContext);
  if (!shown) throw new Error('useCurrency is for screens inside ChoicesProvider');
  return shown.currency;
}
