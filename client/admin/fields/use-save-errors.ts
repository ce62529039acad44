import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { focusFirstError } from '../core/caret.ts';
import { type ApiErrorInfo, parseApiError } from '../../api/errors.ts';

/** The error of the last save, split into the messages that a form shows. */
export interface SaveErrors {
  /** The error for the banner. Undefined if the last save has not failed. */
  failure: ApiErrorInfo | undefined;
  /** Returns the message for a field, or undefined if the field has no error. */
  of(field: string): string | undefined;
}

/**
 * Splits the error of a save into messages for fields and a message for the banner. `shown` lists the fields
 * of the form. The messages of other fields are added to the banner, so that no message is lost.
 */
export function useSaveErrors(error: unknown, shown: readonly string[]): SaveErrors {
  // The objects are memoised, because each new failure moves the focus to the first invalid field.
  const all = useMemo(() => (error ? parseApiError(error) : undefined), [error]);
  const failure = useMemo(() => all && withHomeless(all, shown), [all, shown]);
  return { failure, of: (field) => all?.fields[field] };
}

/** Returns the ref of a form in which each new failure moves the focus to the first invalid field. */
export function useErrorFocus(failure: ApiErrorInfo | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) focusFirstError(form.current!);
  }, [failure]);
  return form;
}

function withHomeless(failure: ApiErrorInfo, shown: readonly string[]): ApiErrorInfo {
  const isShown = ([field]: [string, string]) => shown.includes(field.split('.', 1)[0]!);
  const all = Object.entries(failure.fields);
  const homeless = all.filter((entry) => !isShown(entry)).map(([, text]) => text);
  return {
    ...failure,
    fields: Object.fromEntries(all.filter(isShown)),
    message: [failure.message, ...homeless].join('\n'),
  };
}
