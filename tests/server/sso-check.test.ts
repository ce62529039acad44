import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { panelClient, type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import { addProviderUser, createPanelProvider, redirectUri } from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

let provider: SsoProvider;
let site: TestApp;
beforeAll(async () => {
  provider = await startSsoProvider(redirectUri);
  site = await testApp('sqlite', { sso: createPanelProvider(provider) });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const verdicts = (findings: { step: string; verdict: string }[]) =>
  Object.fromEntries(findings.map(({ step, verdict }) => [step, verdict]));

test('the self-test checks everything and signs no one in', async () => {
  const { findings } = await site.as('admin').sso.check.mutate();
  expect(verdicts(findings)).toEqual({
    Discovery: 'fine',
    Endpoints: 'fine',
    Client: 'fine',
    Keys: 'fine',
    Clock: 'fine',
    Claims: 'fine',
    Logout: 'fine',
    'Step-up': 'note',
    Roles: 'fine',
  });
  expect(await site.database.fork().count(SsoLink)).toBe(0);
  expect((await site.rest('hr').post('/trpc/sso.check', {})).status).toBe(403);
});

test('it explains what is wrong', async () => {
  const off = { ...createPanelProvider(provider) };
  const late = await off.examine(new Date(Date.now() + 20 * 60_000));
  expect(verdicts(late).Clock).toBe('wrong');
  provider.mood = 'broken';
  expect(await createPanelProvider(provider).examine(new Date())).toEqual([
    { step: 'Discovery', verdict: 'wrong', words: 'The provider answered with the status 500.' },
  ]);
  provider.mood = 'fine';
  const discovery = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
  const announce = (more: object) =>
    provider.pages.set('/.well-known/openid-configuration', {
      type: 'application/json',
      body: JSON.stringify({ ...discovery, ...more }),
    });
  announce({ backchannel_logout_supported: undefined, claims_supported: ['email', 'auth_time', 'amr'] });
  const untold = await createPanelProvider(provider).examine(new Date());
  expect(verdicts(untold)).toMatchObject({ Logout: 'note', 'Step-up': 'fine' });
  announce({ backchannel_logout_session_supported: undefined, claims_supported: ['email'] });
  expect(verdicts(await createPanelProvider(provider).examine(new Date())).Logout).toBe('note');
  provider.pages.delete('/.well-known/openid-configuration');
  const otherClaim = await createPanelProvider(provider, { rolesClaim: 'groups' }).examine(new Date());
  expect(verdicts(otherClaim).Claims).toBe('note');
  const noScript = await createPanelProvider(provider, {
    scriptUrl: `${provider.issuer}/missing.js`,
  }).examine(new Date());
  expect(verdicts(noScript).Button).toBe('wrong');
});

const clientFinding = async (settings: object) => {
  const findings = await createPanelProvider(provider, settings).examine(new Date());
  return findings.find(({ step }) => step === 'Client');
};

test.each([
  ['another client id', { clientId: 'another' }],
  ['another secret', { clientSecret: 'another secret' }],
  ['no secret where the provider wants one', { clientSecret: undefined }],
])('%s is wrong, and the words name the settings', async (_what, settings) => {
  expect(await clientFinding(settings)).toMatchObject({
    verdict: 'wrong',
    words: expect.stringContaining('SSO_CLIENT_ID or SSO_CLIENT_SECRET'),
  });
});

test('when the provider answers wrong credentials in the same way, nothing is reported as proved', async () => {
  const answer = (error: string, status = 400) =>
    provider.pages.set('/token', { type: 'application/json', body: JSON.stringify({ error }), status });
  const words = expect.stringContaining('could not be proved');
  for (const error of ['invalid_grant', 'invalid_request']) {
    answer(error);
    expect(await clientFinding({}), error).toMatchObject({ verdict: 'note', words });
  }
  answer('unauthorized_client');
  expect(await clientFinding({})).toMatchObject({ verdict: 'wrong' });
  answer('server_error', 500);
  expect(await clientFinding({})).toMatchObject({ verdict: 'wrong' });
  provider.pages.delete('/token');
});

test('with a token it reports the user and role of a sign-in, without signing in', async () => {
  const { subject, email } = addProviderUser(provider, ['hr']);
  const token = await provider.tokenOf(subject);
  const good = (await createPanelProvider(provider).examine(new Date(), token)).at(-1);
  expect(good).toMatchObject({ verdict: 'fine', words: expect.stringContaining(`${email} comes in as hr`) });
  const { subject: other } = addProviderUser(provider, ['user']);
  const refused = (await createPanelProvider(provider).examine(new Date(), await provider.tokenOf(other))).at(
    -1,
  );
  expect(refused).toMatchObject({ verdict: 'wrong', words: expect.stringContaining('["user"]') });
  expect(await site.database.fork().count(SsoLink)).toBe(0);
});

test('without configuration it says so', async () => {
  const without = await testApp();
  const { findings } = await without.as('admin').sso.check.mutate();
  expect(findings).toEqual([
    expect.objectContaining({ verdict: 'note', words: expect.stringContaining('SSO_ISSUER') }),
  ]);
  await without.close();
});

test('the command prints the same, and its exit code shows the result', async () => {
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['src/commands/sso.ts', 'check'], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  const fine = await run({
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: panelClient.id,
    SSO_CLIENT_SECRET: panelClient.secret,
  });
  expect(fine.stdout).toContain('fine   Discovery');
  expect(fine.stdout).toContain('fine   Client');
  expect(fine.code).toBe(0);
  const settings = { SSO_ISSUER: provider.issuer, SSO_CLIENT_ID: panelClient.id };
  expect(await run({ ...settings, SSO_CLIENT_SECRET: 'another secret' })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('WRONG  Client: The provider refuses'),
  });
  expect(await run({})).toMatchObject({ code: 1, stdout: expect.stringContaining('note   Settings') });
});
