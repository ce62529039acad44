import { useMemo } from 'react';
import { explainFailure, type Failure } from '../../lib/failure.ts';

/** A failed save as a form shows it. */
export interface ServerErrors {
  /** For the banner; absent when nothing failed. */
  failure: Failure | undefined;
  /** The first message of a field. */
  of(field: string): string | undefined;
}

/**
 * Splits the error of a save into what stands under the fields and what the banner says. `shown` names the fields that
 * the form has; messages of others go into the banner, so that none is lost.
 */
export function useServerErrors(error: unknown, shown: readonly string[]): ServerErrors {
  // One object for one error: its arrival moves the focus.
  const failure = useMemo(
    () => (error ? withHomeless(explainFailure(error), shown) : undefined),
    [error, shown],
  );
  return { failure, of: (field) => failure?.fields[field] };
}

function withHomeless(failure: Failure, shown: readonly string[]): Failure {
  const homeless = Object.entries(failure.fields).filter(([field]) => !shown.includes(field));
  return { ...failure, message: [failure.message, ...homeless.map(([, text]) => text)].join('\n') };
}
