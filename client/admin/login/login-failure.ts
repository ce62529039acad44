import { explainFailure } from '../../lib/failure.ts';

/** The banner's words, in the order of the specification, section 8. */
export function loginFailureText(error: unknown): string {
  const { message, fields, status } = explainFailure(error);
  const fromServer = status === undefined ? undefined : message || fields.email;
  return fromServer || 'Login failed. Please try again.';
}
