import { createRemoteJWKSet } from 'jose';
import { type SelfTestFinding, type IdentityProvider, roleOfClaim } from '../../shared/identity-provider.ts';
import { testClientCredentials } from './client-check.ts';
import type { Connect, SsoConnection } from './connection.ts';
import { explainFailure } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { type CheckResult, passedResult, noteResult, failedResult } from './self-test-result.ts';
import { clockToleranceS } from './token-checks.ts';

interface Subject {
  settings: ProviderSettings;
  connect: Connect;
  verify: IdentityProvider['verify'];
}

/**
 * Checks the settings of single sign-on, and returns a finding for each step. Signs nobody in. Stops after
 * the first step if the provider cannot be reached.
 */
export async function runSelfTest(subject: Subject, now: Date, token?: string): Promise<SelfTestFinding[]> {
  const { settings, connect } = subject;
  const findings: SelfTestFinding[] = [];
  const look = async (step: string, check: () => CheckResult | Promise<CheckResult>) => {
    const verdict = await Promise.resolve()
      .then(check)
      .catch((error: unknown) => failedResult(explainFailure(error).message));
    findings.push({ step, ...verdict });
  };
  let connection: SsoConnection | undefined;
  await look('Discovery', async () => {
    connection = await connect(now);
    return passedResult(`${settings.issuer} answers and names itself ${connection.metadata.issuer}.`);
  });
  if (!connection) return findings;
  const { metadata } = connection;
  await look('Endpoints', () => checkEndpoints(metadata, settings));
  await look('Client', () => testClientCredentials(connection!, settings));
  await look('Keys', () => checkKeys(metadata.jwks_uri));
  await look('Clock', () => checkClock(settings.issuer, now));
  await look('Claims', () => checkClaims(metadata, settings.rolesClaim));
  await look('Logout', () => checkLogout(metadata, settings));
  await look('Step-up', () => checkStepUp(metadata));
  await look('Roles', () => (token ? checkToken(subject, token, now) : explainRule(settings.rolesClaim)));
  if (settings.scriptUrl) await look('Button', () => checkScript(settings.scriptUrl ?? ''));
  return findings;
}

function checkEndpoints(
  metadata: SsoConnection['metadata'],
  { clientSecret, redirectUri }: ProviderSettings,
): CheckResult {
  const missing = ['authorization_endpoint', 'token_endpoint'].filter((name) => !metadata[name]);
  if (missing.length > 0) return failedResult(`The provider does not name its ${missing.join(' and ')}.`);
  const register = `The provider must know ${redirectUri} as an address to come back to.`;
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    return noteResult(`${register} It does not say that it takes PKCE with S256, which is always sent.`);
  if (!clientSecret)
    return noteResult(`${register} Without SSO_CLIENT_SECRET, only tokens that are JWTs are taken.`);
  if (!metadata.introspection_endpoint)
    return noteResult(`${register} It answers no questions about tokens: only JWTs are taken.`);
  return passedResult(register);
}

async function checkKeys(address = ''): Promise<CheckResult> {
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: 3000 });
  await keys.reload();
  const usable = keys.jwks()?.keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig') ?? [];
  if (usable.length === 0) return failedResult(`There is no key to check a signature with at ${address}.`);
  return passedResult(
    `${usable.length === 1 ? 'One key' : `${usable.length} keys`} to check signatures with.`,
  );
}

async function checkClock(issuer: string, now: Date): Promise<CheckResult> {
  const answer = await fetch(issuer, { redirect: 'manual', signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return noteResult('The provider does not tell the time.');
  const apartS = Math.round(Math.abs(theirs - now.getTime()) / 1000);
  const words = `The clocks of the provider and of this server are ${apartS} seconds apart.`;
  return apartS > clockToleranceS
    ? failedResult(`${words} Sign-ins fail; set the clock that is wrong.`)
    : passedResult(words);
}

function checkClaims({ claims_supported: told }: SsoConnection['metadata'], rolesClaim: string): CheckResult {
  if (!told) return noteResult('The provider does not say which claims it gives.');
  // Providers list the names of objects, not the names within.
  const isListed = (name: string) => told.includes(name) || told.includes(name.split('.')[0]!);
  const missing = ['email', 'name', rolesClaim].filter((name) => !isListed(name));
  if (missing.length === 0) return passedResult(`The provider gives email, name and ${rolesClaim}.`);
  const words = `The provider does not list ${missing.join(', ')} among its claims.`;
  return noteResult(
    `${words} Without an e-mail, or a user name that is one, nobody gets an account; without the roles everybody is refused.`,
  );
}

function checkLogout(
  {
    backchannel_logout_supported: isTold,
    backchannel_logout_session_supported: hasSid,
    ...more
  }: SsoConnection['metadata'],
  { redirectUri }: ProviderSettings,
): CheckResult {
  const address = `${new URL(redirectUri).origin}/api/sso/backchannel-logout`;
  if (!isTold) {
    return noteResult(
      'The provider does not announce back-channel logout. Sessions of single sign-on last 12 hours.',
    );
  }
  const isSidNamed = hasSid === true || more.claims_supported?.includes('sid');
  const register = `The provider announces back-channel logout. Register ${address} there, with the session (sid) in its tokens.`;
  return isSidNamed
    ? passedResult(register)
    : noteResult(`${register} It does not announce sid, without which sessions last 12 hours.`);
}

/**
 * Checks whether the provider lists the claims that a confirmation of identity needs. Many providers send
 * these claims without listing them.
 */
function checkStepUp({ claims_supported: told = [] }: SsoConnection['metadata']): CheckResult {
  const missing = ['auth_time', 'amr'].filter((name) => !told.includes(name));
  if (missing.length === 0) return passedResult('The provider gives auth_time and amr.');
  const words = `The provider does not list ${missing.join(' and ')} among its claims, but may give them.`;
  return noteResult(
    `${words} Without auth_time, people without a password cannot confirm who they are; without amr, no second factor of the provider is known.`,
  );
}

function explainRule(rolesClaim: string): CheckResult {
  return passedResult(
    `Who has admin in ${rolesClaim} comes in as admin, else who has hr as hr; everybody else is refused.`,
  );
}

async function checkToken({ verify, settings }: Subject, token: string, now: Date): Promise<CheckResult> {
  const { email, roles } = await verify(token, now);
  const role = roleOfClaim(roles);
  const said = `The token is good. It says that ${settings.rolesClaim} is ${JSON.stringify(roles)?.slice(0, 200)}`;
  if (!role) return failedResult(`${said}: its owner is refused.`);
  return email
    ? passedResult(`${said}: ${email} comes in as ${role}.`)
    : failedResult(`${said}, but there is no e-mail.`);
}

async function checkScript(address: string): Promise<CheckResult> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  const type = answer.headers.get('content-type') ?? 'nothing';
  if (!answer.ok) return failedResult(`${address} answers with the status ${answer.status}.`);
  return /javascript/.test(type)
    ? passedResult(`${address} is a script.`)
    : failedResult(`${address} is no script but ${type}.`);
}
