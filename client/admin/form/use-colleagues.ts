import { useEffect, useState } from 'react';
import type { EditedKind } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';

export type Colleague = ApiOutputs['presence']['blog']['open']['colleagues'][number];

/** The server forgets a form that has not reported for 75 seconds. */
const reportMs = 25_000;

const modulesEdited = new EventTarget();

export function reportOpenForms(module: EditedKind): void {
  modulesEdited.dispatchEvent(new Event(module));
}

interface OpenForm {
  /** Undefined for a form that edits no row of a module. */
  module: EditedKind | undefined;
  id: number | undefined;
  opening: string;
}

const nobody: Colleague[] = [];

/** Reports that the form is open. Returns other people who have the row open, or unsaved input for it. */
export function useColleagues({ module, id, opening }: OpenForm): Colleague[] {
  const { client } = trpc.useUtils();
  const [colleagues, setColleagues] = useState(nobody);
  useEffect(() => {
    if (!module || id === undefined) return undefined;
    const calls = client.presence[module];
    let running = new AbortController();
    const report = () => {
      // An older answer must not replace a newer one.
      running.abort();
      running = new AbortController();
      const { signal } = running;
      calls.open.mutate({ item_id: id, opening }, { signal }).then(
        (answer) => signal.aborted || setColleagues(answer.colleagues),
        () => {},
      );
    };
    const close = () => void calls.close.mutate({ opening }, { context: { alone: true } }).catch(() => {});
    report();
    const timer = setInterval(report, reportMs);
    const listeners = new AbortController();
    const { signal } = listeners;
    modulesEdited.addEventListener(module, report, { signal });
    addEventListener('online', report, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || report(), { signal });
    addEventListener('pagehide', close, { signal });
    return () => {
      clearInterval(timer);
      listeners.abort();
      running.abort();
      close();
      setColleagues(nobody);
    };
  }, [client, module, id, opening]);
  return colleagues;
}
