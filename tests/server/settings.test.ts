import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { readSettings, settingNames } from '../../src/config/env.ts';

test('the example file and docs/operating.md name every setting, and no other', async () => {
  const example = await readFile('.env.example', 'utf8');
  expect([...example.matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name)).toEqual(settingNames);
  const page = await readFile('docs/operating.md', 'utf8');
  for (const name of settingNames) expect(page).toContain(`\`${name}\``);
});

test('without any setting the site listens on loopback and stores its data in ./data', () => {
  expect(readSettings({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
    SEED: 'starter',
    TRUST_PROXY: false,
  });
  expect(readSettings({}).DATA_DIR).toMatch(/data$/);
});

test('an empty variable counts as unset', () => {
  expect(readSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({ PORT: 3000 });
});

test('the removed setting for read replicas is ignored with one line', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(readSettings({ DATABASE_REPLICA_URLS: 'postgres://replica/x' })).toEqual(readSettings({}));
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^DATABASE_REPLICA_URLS is ignored[^\n]+\n$/)]]);
  written.mockRestore();
});

const anAddress = 'must be an http or https address';
const aSafeAddress = 'must be an https address, or an http address of this machine';
const aDatabase = 'must be an address like postgres://user:password@host:5432/database';
const aHost =
  'must be an address or a name of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for everybody';
const proxies =
  'must be false, a number of proxies, or their addresses by commas (10.0.0.1, 10.0.0.0/8, loopback)';

test.each([
  [{ HOST: '999.1.1.1' }, 'HOST', aHost],
  [{ HOST: 'http://localhost' }, 'HOST', aHost],
  [{ PORT: 'abc' }, 'PORT', 'must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT', 'must be a whole number from 0 to 65535'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL', anAddress],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL', aDatabase],
  [
    { ALLOWED_HOSTS: 'https://www.example.com' },
    'ALLOWED_HOSTS',
    'must be host names, without scheme and port, separated by commas',
  ],
  [
    { API_ORIGINS: 'https://www.example.com/' },
    'API_ORIGINS',
    'must be origins such as https://www.example.com, without a path, separated by commas',
  ],
  [{ SEED: 'everything' }, 'SEED', 'must be starter or none'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL', 'must be an e-mail address'],
  [{ SSO_ISSUER: 'notaurl' }, 'SSO_ISSUER', aSafeAddress],
  [{ SSO_ISSUER: 'http://sso.example.com' }, 'SSO_ISSUER', aSafeAddress],
  [{ SSO_SCRIPT_URL: 'zz' }, 'SSO_SCRIPT_URL', aSafeAddress],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL', 'must be an address like smtp://user:password@host:587'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN', 'must be at least 16 characters long'],
  [{ S3_BUCKET: 'x' }, 'S3_BUCKET', 'must be the name of a bucket, which has 3 to 63 characters'],
  [
    { S3_BUCKET: 'atrium' },
    'S3_ACCESS_KEY_ID',
    'must be set where S3_BUCKET is; without both, files are in DATA_DIR',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.com' },
    'S3_BUCKET',
    'must be set where S3_ENDPOINT is; without both, files are in DATA_DIR',
  ],
  [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY', proxies],
  [{ TRUST_PROXY: '10.0.0.1, 10.0.0.0/40' }, 'TRUST_PROXY', proxies],
  [{ TRUST_PROXY: '10.0.0.0/255.0.255.0' }, 'TRUST_PROXY', proxies],
  [{ TRUST_PROXY: 'fd00::/ffff::' }, 'TRUST_PROXY', proxies],
  [{ CDN_SECONDS: '-1' }, 'CDN_SECONDS', 'must be a whole number from 0 to 3600'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL', 'must be one of fatal, error, warn, info, debug, trace, silent'],
])(
  'a bad setting %j stops the start with one line that names it and says what it may be',
  (env, name, may) => {
    expect(() => readSettings(env as NodeJS.ProcessEnv)).toThrow(new Error(`bad setting: ${name}: ${may}`));
  },
);

test.each(['localhost', '0.0.0.0', '::1', 'fe80::1%eth0', 'web-1.internal'])('HOST may be %s', (name) => {
  expect(readSettings({ HOST: name }).HOST).toBe(name);
});

test.each([
  ['true', 1],
  ['2', 2],
  ['10.0.0.1, 10.0.0.2', ['10.0.0.1', '10.0.0.2']],
  ['loopback, 10.0.0.0/8, fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
  ['10.0.0.0/255.0.0.0', ['10.0.0.0/255.0.0.0']],
])('TRUST_PROXY=%s is read as %j', (text, value) => {
  expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
});
