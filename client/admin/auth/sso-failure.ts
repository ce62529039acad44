import { ssoTexts } from '../../../src/shared/sso-texts.ts';
import { parseApiError } from '../../api/errors.ts';

/**
 * The statuses whose message is written for the person: about their role, token, account or attempts, or the
 * provider.
 */
const inWords = [403, 409, 422, 429, 503];

/** Returns the banner's text (docs/product.md, §6.9). */
export function ssoFailureText(error: unknown): string {
  const { message, status } = parseApiError(error);
  return (status !== undefined && inWords.includes(status) && message) || ssoTexts.refused;
}
