import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EditedKind } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';

export type Colleague = ApiOutputs['presence']['blog']['open']['colleagues'][number];

/**
 * The interval at which an open form reports to the server, in milliseconds. The server forgets a form that has not
 * reported for 75 seconds.
 */
const reportMs = 25_000;

/**
 * Returns the start of the query keys for the people who have a form of the module open. `LiveUpdates` invalidates
 * these queries when somebody opens or closes a form.
 */
export const colleaguesKey = (module: EditedKind) => ['colleagues', module] as const;

interface OpenForm {
  /** Undefined for a form that edits no row of a module. */
  module: EditedKind | undefined;
  /** Undefined for a new row. */
  id: number | undefined;
  opening: string;
}

const nobody: Colleague[] = [];

/**
 * Reports to the server that this form is open. Returns the other people who have the same row open, or who
 * have unsaved input for the row. For a new row, returns an empty list.
 */
export function useColleagues({ module, id, opening }: OpenForm): Colleague[] {
  const { client } = trpc.useUtils();
  const { data } = useQuery({
    queryKey: [...colleaguesKey(module ?? 'blog'), id, opening],
    queryFn: ({ signal }) =>
      client.presence[module ?? 'blog'].open.mutate({ item_id: id ?? 0, opening }, { signal }),
    enabled: module !== undefined && id !== undefined,
    refetchInterval: reportMs,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!module || id === undefined) return;
    const context = { alone: true };
    const close = () => void client.presence[module].close.mutate({ opening }, { context }).catch(() => {});
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      close();
    };
  }, [client, module, id, opening]);
  return data?.colleagues ?? nobody;
}
