import { createRemoteJWKSet } from 'jose';
import { type Finding, type IdentityProvider, roleByProvider } from '../../shared/identity-provider.ts';
import { testClientCredentials } from './client-check.ts';
import type { Connect, SsoConnection } from './connection.ts';
import { explainFailure } from './failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { type CheckResult, fine, testNote, wrong } from './self-test-result.ts';
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
export async function runSelfTest(subject: Subject, now: Date, token?: string): Promise<Finding[]> {
  const { settings, connect } = subject;
  const findings: Finding[] = [];
  const look = async (step: string, check: () => CheckResult | Promise<CheckResult>) => {
    const verdict = await Promise.resolve()
      .then(check)
      .catch((error: unknown) => wrong(explainFailure(error).message));
    findings.push({ step, ...verdict });
  };
  let connection: SsoConnection | undefined;
  await look('Discovery', async () => {
    connection = await connect(now);
    return fine(`${settings.issuer} answers and names itself ${connection.metadata.issuer}.`);
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
  if (missing.length > 0) return wrong(`The provider does not name its ${missing.join(' and ')}.`);
  const register = `The provider must know ${redirectUri} as an address to come back to.`;
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    return testNote(`${register} It does not say that it takes PKCE with S256, which is always sent.`);
  if (!clientSecret)
    return testNote(`${register} Without SSO_CLIENT_SECRET, only tokens that are JWTs are taken.`);
  if (!metadata.introspection_endpoint)
    return testNote(`${register} It answers no questions about tokens: only JWTs are taken.`);
  return fine(register);
}

async function checkKeys(address = ''): Promise<CheckResult> {
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: 3000 });
  await keys.reload();
  const usable = keys.jwks()?.keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig') ?? [];
  if (usable.length === 0) return wrong(`There is no key to check a signature with at ${address}.`);
  return fine(`${usable.length === 1 ? 'One key' : `${usable.length} keys`} to check signatures with.`);
}

async function checkClock(issuer: string, now: Date): Promise<CheckResult> {
  const answer = await fetch(issuer, { redirect: 'manual', signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return testNote('The provider does not tell the time.');
  const apartS = Math.round(Math.abs(theirs - now.getTime()) / 1000);
  const words = `The clocks of the provider and of this server are ${apartS} seconds apart.`;
  return apartS > clockToleranceS
    ? wrong(`${words} Sign-ins fail; set the clock that is wrong.`)
    : fine(words);
}

function checkClaims({ claims_supported: told }: SsoConnection['metadata'], rolesClaim: string): CheckResult {
  if (!told) return testNote('The provider does not say which claims it gives.');
  const missing = ['email', 'name', rolesClaim].filter((name) => !told.includes(name));
  if (missing.length === 0) return fine(`The provider gives email, name and ${rolesClaim}.`);
  const words = `The provider does not list ${missing.join(', ')} among its claims.`;
  return testNote(
    `${words} Without an e-mail nobody gets an account; without the roles everybody is refused.`,
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
    return testNote(
      'The provider does not announce back-channel logout. Sessions of single sign-on last 12 hours.',
    );
  }
  const isSidNamed = hasSid === true || more.claims_supported?.includes('sid');
  const register = `The provider announces back-channel logout. Register ${address} there, with the session (sid) in its tokens.`;
  return isSidNamed
    ? fine(register)
    : testNote(`${register} It does not announce sid, without which sessions last 12 hours.`);
}

/**
 * Checks whether the provider lists the claims that a confirmation of identity needs. Many providers send
 * these claims without listing them.
 */
function checkStepUp({ claims_supported: told = [] }: SsoConnection['metadata']): CheckResult {
  const missing = ['auth_time', 'amr'].filter((name) => !told.includes(name));
  if (missing.length === 0) return fine('The provider gives auth_time and amr.');
  const words = `The provider does not list ${missing.join(' and ')} among its claims, but may give them.`;
  return testNote(
    `${words} Without auth_time, people without a password cannot confirm who they are; without amr, no second factor of the provider is known.`,
  );
}

function explainRule(rolesClaim: string): CheckResult {
  return fine(
    `Who has admin in ${rolesClaim} comes in as admin, else who has hr as hr; everybody else is refused.`,
  );
}

async function checkToken({ verify, settings }: Subject, token: string, now: Date): Promise<CheckResult> {
  const { email, roles } = await verify(token, now);
  const role = roleByProvider(roles);
  const said = `The token is good. It says that ${settings.rolesClaim} is ${JSON.stringify(roles)?.slice(0, 200)}`;
  if (!role) return wrong(`${said}: its owner is refused.`);
  return email ? fine(`${said}: ${email} comes in as ${role}.`) : wrong(`${said}, but there is no e-mail.`);
}

async function checkScript(address: string): Promise<CheckResult> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  const type = answer.headers.get('content-type') ?? 'nothing';
  if (!answer.ok) return wrong(`${address} answers with the status ${answer.status}.`);
  return /javascript/.test(type)
    ? fine(`${address} is a script.`)
    : wrong(`${address} is no script but ${type}.`);
}
