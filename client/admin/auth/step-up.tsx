import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { AskForProof } from '../../api/links.ts';

type Methods = Parameters<AskForProof>[0];

/** The calls that wait for a proof of who the person is. All wait for one answer. */
export interface StepUp {
  ask: AskForProof;
  subscribe(onChange: () => void): () => void;
  /** What the person may prove who they are with, or undefined when nothing waits. */
  current(): Methods | undefined;
  answer(isConfirmed: boolean): void;
}

/** Starts without a question. */
export function createStepUp(): StepUp {
  const listeners = new Set<() => void>();
  let methods: Methods | undefined;
  let pending: PromiseWithResolvers<boolean> | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask: (asked) => {
      if (!pending) {
        pending = Promise.withResolvers();
        methods = asked;
        tell();
      }
      return pending.promise;
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    current: () => methods,
    answer: (isConfirmed) => {
      const waiting = pending;
      pending = undefined;
      methods = undefined;
      tell();
      waiting?.resolve(isConfirmed);
    },
  };
}

const StepUpModal = lazy(() => import('./step-up-modal.tsx').then((file) => ({ default: file.StepUpModal })));

/** Asks the person to confirm who they are, above whatever they were doing. */
export function StepUpDialog({ stepUp }: { stepUp: StepUp }) {
  const methods = useSyncExternalStore(stepUp.subscribe, stepUp.current);
  if (!methods) return null;
  return (
    <Suspense>
      <StepUpModal methods={methods} onAnswer={stepUp.answer} />
    </Suspense>
  );
}
