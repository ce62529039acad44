import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { panelClient, type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import { addProviderUser, createPanelProvider, redirectUri } from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

const discoveryPath = '/.well-known/openid-configuration';
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

const announce = async (more: object) => {
  provider.pages.delete(discoveryPath);
  const metadata = await (await fetch(`${provider.issuer}${discoveryPath}`)).json();
  provider.pages.set(discoveryPath, {
    type: 'application/json',
    body: JSON.stringify({ ...metadata, ...more }),
  });
};

const verdicts = (findings: { step: string; verdict: string }[]) =>
  Object.fromEntries(findings.map(({ step, verdict }) => [step, verdict]));

test('the self-test checks everything and signs no one in', async () => {
  const { findings } = await site.as('admin').sso.check.mutate();
  expect(verdicts(findings)).toEqual({
    Discovery: 'fine',
    Client: 'fine',
    Claims: 'fine',
    'Step-up': 'note',
    Logout: 'fine',
    Roles: 'fine',
  });
  expect(await site.database.fork().count(SsoLink)).toBe(0);
  expect((await site.rest('hr').post('/trpc/sso.check', {})).status).toBe(403);
});

test('it explains what is wrong', async () => {
  provider.mood = 'broken';
  expect(await createPanelProvider(provider).examine(new Date())).toEqual([
    { step: 'Discovery', verdict: 'wrong', words: 'The provider answered with the status 500.' },
  ]);
  provider.mood = 'fine';
  await announce({
    backchannel_logout_supported: undefined,
    claims_supported: ['email', 'auth_time', 'amr'],
  });
  const untold = await createPanelProvider(provider).examine(new Date());
  expect(verdicts(untold)).toMatchObject({ Logout: 'note', 'Step-up': 'fine' });
  await announce({ backchannel_logout_session_supported: undefined, claims_supported: ['email'] });
  expect(verdicts(await createPanelProvider(provider).examine(new Date())).Logout).toBe('note');
  provider.pages.delete(discoveryPath);
  const otherClaim = await createPanelProvider(provider, { rolesClaim: 'groups' }).examine(new Date());
  expect(verdicts(otherClaim).Claims).toBe('note');
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

test('the secret is sent where the provider says that it takes secrets', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  for (const [methods, isInHeader] of [
    [undefined, true],
    [['client_secret_post', 'client_secret_basic'], true],
    [['client_secret_post', 'private_key_jwt'], false],
  ] as const) {
    await announce({ token_endpoint_auth_methods_supported: methods });
    send.mockClear();
    expect(await clientFinding({}), String(methods)).toMatchObject({ verdict: 'fine' });
    const [, request] = send.mock.calls.find(([address]) => String(address).endsWith('/token')) ?? [];
    const { body } = request ?? {};
    expect(new Headers(request?.headers).has('authorization'), String(methods)).toBe(isInHeader);
    expect(new URLSearchParams(String(body)).has('client_secret'), String(methods)).toBe(!isInHeader);
  }
  send.mockRestore();
  provider.pages.delete(discoveryPath);
});

test('what the token endpoint says of an invented code is told', async () => {
  const answer = (error: string, status = 400) =>
    provider.pages.set('/token', { type: 'application/json', body: JSON.stringify({ error }), status });
  answer('invalid_request');
  expect(await clientFinding({})).toMatchObject({
    verdict: 'note',
    words: expect.stringContaining('could not be proved'),
  });
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

test.skipIf(isShortForm)('the command prints the same, and its exit code shows the result', async () => {
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
