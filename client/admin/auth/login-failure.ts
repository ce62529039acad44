import { parseApiError } from '../../api/errors.ts';

/** Returns the banner's text (docs/product.md, §8.7). */
export function loginFailureText(error: unknown): string {
  const { message, fields, status } = parseApiError(error);
  const fromServer = status === undefined ? undefined : message || fields.email;
  return fromServer || 'Login failed. Please try again.';
}
