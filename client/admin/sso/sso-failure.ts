import { ssoTexts } from '../../../src/shared/sso-texts.ts';
import { explainFailure } from '../../lib/failure.ts';

/** What the server says in words for the person in front: of their role, token, account or tries, or of the provider. */
const inWords = [403, 409, 422, 429, 503];

/** Returns the banner's text (docs/product.md, §6.9). */
export function ssoFailureText(error: unknown): string {
  const { message, status } = explainFailure(error);
  return (status !== undefined && inWords.includes(status) && message) || ssoTexts.refused;
}
