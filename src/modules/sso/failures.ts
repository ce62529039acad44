import { errors } from 'jose';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderDenied, ProviderFailed, TokenRefused } from '../../shared/identity-provider.ts';

/**
 * The messages for the errors of jose that mean an invalid token. Most other errors mean that the provider
 * has failed.
 */
const tokenFaults: Record<string, string> = {
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWT_INVALID: 'The token is no proper JWT.',
  ERR_JWS_INVALID: 'The token is no proper signed JWT.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The signature does not fit the provider's keys.",
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed by a key that the provider does not publish.',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not say which of the keys of the provider signed it.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed in a way that is not taken.',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed in a way that is not known.',
};

const answerFaults = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);

/** This text is only for the log and the self-test, because it names settings. */
const clientRefused =
  'The provider refuses SSO_CLIENT_ID or SSO_CLIENT_SECRET: it does not know the client, the secret is another one, or the client is registered for another way of sending it.';

/**
 * Converts an error to one of three kinds: the token is invalid, the provider has denied the sign-in, or the
 * provider has failed.
 */
export function explainFailure(error: unknown): TokenRefused | ProviderDenied | ProviderFailed {
  if (error instanceof TokenRefused || error instanceof ProviderDenied || error instanceof ProviderFailed) {
    return error;
  }
  const cause = { cause: error };
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new TokenRefused(`The claim ${error.claim} is missing or is not what it should be.`, cause);
  }
  const fault = error instanceof errors.JOSEError && tokenFaults[error.code];
  if (fault) return new TokenRefused(fault, cause);
  if (error instanceof AuthorizationResponseError) return new ProviderDenied(deniedWords(error), cause);
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new TokenRefused('The provider does not accept the code.', cause);
  }
  if (error instanceof ClientError && answerFaults.has(error.code ?? '')) {
    return new TokenRefused(`The answer does not fit the question: ${error.message}.`, cause);
  }
  const isAnswer = error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
  if (isAnswer && isClientRefused(error)) return new ProviderFailed(clientRefused, cause);
  return new ProviderFailed(failureWords(error), cause);
}

/**
 * Returns whether the provider has refused the request. Returns false when the provider has failed to process
 * the request.
 */
export function isSsoRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Returns whether the provider did not accept the client id or the secret. */
export function isClientRefused(error: unknown): boolean {
  return statusOf(error) === 401 || (error instanceof ResponseBodyError && error.error === 'invalid_client');
}

export function isMalformed(error: unknown): boolean {
  return statusOf(error) === 400;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : undefined;
}

function deniedWords({ error, error_description }: AuthorizationResponseError): string {
  return [error, error_description].filter(Boolean).join(': ').slice(0, 200);
}

function failureWords(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `The provider answered with the status ${status}.`;
  if (!(error instanceof Error)) return 'The provider could not be asked.';
  const innermost = error.cause instanceof Error ? error.cause : error;
  return `The provider could not be asked: ${innermost.message || innermost.name}.`;
}
