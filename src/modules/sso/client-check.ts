import * as oidc from 'openid-client';
import { connectAsClient, type SsoConnection, retryWithOtherSecretPlace } from './connection.ts';
import { clientRefused, isClientRefused } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { type CheckResult, passedResult, noteResult, failedResult } from './self-test-result.ts';

/**
 * Tests the client id and the secret of the settings. Sends an invented code with these credentials, and again with
 * wrong credentials. Some providers check the code before the credentials, so the credentials are proved only if the
 * two responses differ.
 */
export async function testClientCredentials(
  connection: SsoConnection,
  settings: ProviderSettings,
): Promise<CheckResult> {
  const { clientId, clientSecret } = settings;
  if (!connection.metadata.token_endpoint)
    return noteResult('Without a token endpoint nothing can be proved.');
  const ours = await askWithInventedCode(connection, settings);
  if (ours === 'refused') return failedResult(clientRefused);
  if (ours === 'unauthorized_client') {
    return failedResult(
      `The provider knows the client ${clientId}, which may not use the authorization-code flow.`,
    );
  }
  if (ours !== 'invalid_grant') {
    return noteResult(
      `Whether it takes the client could not be proved: an invented code is answered with ${ours}.`,
    );
  }
  const stranger = clientSecret
    ? connectAsClient(connection, clientId, `not ${clientSecret}`)
    : connectAsClient(connection, `not-${clientId}`, undefined);
  const theirs = await askWithInventedCode(stranger, settings);
  const proof = clientSecret ? 'the client id and the secret' : 'the client id';
  return theirs === 'refused'
    ? passedResult(`The provider proved that it takes ${proof} of the settings.`)
    : noteResult(`Whether it takes ${proof} could not be proved: wrong ones are answered in the same way.`);
}

/**
 * Returns 'refused' if the provider does not accept the client. Otherwise returns the error code of the response, or 'a
 * token'.
 */
async function askWithInventedCode(connection: SsoConnection, { redirectUri }: ProviderSettings) {
  const question = {
    code: 'invented-by-the-self-test',
    redirect_uri: redirectUri,
    code_verifier: 'x'.repeat(43),
  };
  try {
    await retryWithOtherSecretPlace(connection, () =>
      oidc.genericGrantRequest(connection.config, 'authorization_code', question),
    );
    return 'a token';
  } catch (error) {
    if (isClientRefused(error)) return 'refused';
    if (error instanceof oidc.ResponseBodyError) return error.error;
    throw error;
  }
}
