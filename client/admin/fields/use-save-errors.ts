import { useMemo } from 'react';
import { type ApiErrorInfo, parseApiError } from '../../api/errors.ts';

/** The errors of a failed save, as a form shows them. */
export interface SaveErrors {
  /** The error for the banner. Absent after a success. */
  failure: ApiErrorInfo | undefined;
  /** Returns the first message of a field. */
  of(field: string): string | undefined;
}

/**
 * Splits the error of a save into messages for fields and for the banner. `shown` lists the form's fields.
 * The messages of other fields go to the banner, so that none is lost.
 */
export function useSaveErrors(error: unknown, shown: readonly string[]): SaveErrors {
  // Memoised, because each new object moves the focus to the first invalid field.
  const failure = useMemo(
    () => (error ? withHomeless(parseApiError(error), shown) : undefined),
    [error, shown],
  );
  return { failure, of: (field) => failure?.fields[field] };
}

function withHomeless(failure: ApiErrorInfo, shown: readonly string[]): ApiErrorInfo {
  const homeless = Object.entries(failure.fields).filter(
    ([field]) => !shown.includes(field.split('.', 1)[0]!),
  );
  return { ...failure, message: [failure.message, ...homeless.map(([, text]) => text)].join('\n') };
}
