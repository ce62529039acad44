import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readEnvFile, readSettings, secretNames, settingNames } from '../../src/config/env.ts';

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

const store = { S3_BUCKET: 'atrium', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const anAddress = 'must be an http or https address';
const aSafeAddress = 'must be an https address, or an http address of this machine';
const escaped = 'with the characters # / ? @ of user and password as %23 %2F %3F %40';
const aDatabase = `must be an address like postgres://user:password@host:5432/database, ${escaped}`;
const aMailServer = `must be an address like smtp://user:password@host:587, ${escaped}`;
const anOrigin =
  'must be scheme and host alone, such as https://www.example.com, without path, query, user and password';
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
  [{ PUBLIC_URL: 'https://www.example.com/site' }, 'PUBLIC_URL', anOrigin],
  [{ PUBLIC_URL: 'https://www.example.com/?x=1' }, 'PUBLIC_URL', anOrigin],
  [{ PUBLIC_URL: 'https://www.example.com/#top' }, 'PUBLIC_URL', anOrigin],
  [{ PUBLIC_URL: 'https://ada@www.example.com' }, 'PUBLIC_URL', anOrigin],
  [{ PUBLIC_URL: 'https://ada:pw@www.example.com/' }, 'PUBLIC_URL', anOrigin],
  [
    { S3_ENDPOINT: 'https://key:secret@s3.example.com' },
    'S3_ENDPOINT',
    'must be an address without query, user and password',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.com/?x=1' },
    'S3_ENDPOINT',
    'must be an address without query, user and password',
  ],
  [
    { SSO_ISSUER: 'https://ada:pw@sso.example.com' },
    'SSO_ISSUER',
    'must be an address without user and password',
  ],
  [{ SSO_ISSUER: 'https://sso.example.com/?x=1' }, 'SSO_ISSUER', 'must be an address without a query'],
  [
    { SSO_SCRIPT_URL: 'https://ada@sso.example.com/a.js' },
    'SSO_SCRIPT_URL',
    'must be an address without user and password',
  ],
  [{ DATABASE_URL: 'postgres://atrium:1#x@db/atrium' }, 'DATABASE_URL', aDatabase],
  [{ DATABASE_URL: 'postgres://atrium:x/1@db/atrium' }, 'DATABASE_URL', aDatabase],
  [{ DATABASE_URL: 'postgres://atrium:1/x@db/atrium' }, 'DATABASE_URL', aDatabase],
  [{ SMTP_URL: 'smtp://atrium:x#1@mail.example.com' }, 'SMTP_URL', aMailServer],
  [{ SMTP_URL: 'smtp://atrium:1#x@mail.example.com' }, 'SMTP_URL', aMailServer],
  [{ SMTP_URL: 'smtp://atrium:1/x@mail.example.com' }, 'SMTP_URL', aMailServer],
  [{ SEED: 'everything' }, 'SEED', 'must be starter or none'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL', 'must be an email address'],
  [{ SSO_ISSUER: 'notaurl' }, 'SSO_ISSUER', aSafeAddress],
  [{ SSO_ISSUER: 'http://sso.example.com' }, 'SSO_ISSUER', aSafeAddress],
  [{ SSO_SCRIPT_URL: 'zz' }, 'SSO_SCRIPT_URL', aSafeAddress],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL', aMailServer],
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

test.each([
  [{ PUBLIC_URL: 'HTTPS://WWW.Example.com/' }, { PUBLIC_URL: 'https://www.example.com' }],
  [{ PUBLIC_URL: 'https://www.example.com//' }, { PUBLIC_URL: 'https://www.example.com' }],
  [{ PUBLIC_URL: 'https://www.example.com:443' }, { PUBLIC_URL: 'https://www.example.com' }],
  [{ PUBLIC_URL: 'http://LOCALHOST:8080' }, { PUBLIC_URL: 'http://localhost:8080' }],
  [{ PUBLIC_URL: 'https://www.Müller.example/' }, { PUBLIC_URL: 'https://www.xn--mller-kva.example' }],
  [
    { ...store, S3_ENDPOINT: 'https://S3.Example.com/Storage/v1/s3/' },
    { S3_ENDPOINT: 'https://s3.example.com/Storage/v1/s3' },
  ],
  [{ ...store, S3_ENDPOINT: 'http://127.0.0.1:9000/' }, { S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  // Tokens name their issuer to the letter.
  [{ SSO_ISSUER: 'https://tenant.example.com/' }, { SSO_ISSUER: 'https://tenant.example.com/' }],
  [
    { DATABASE_URL: 'postgres://atrium:1%23x@db/atrium?sslmode=require' },
    { DATABASE_URL: 'postgres://atrium:1%23x@db/atrium?sslmode=require' },
  ],
  [{ SMTP_URL: 'smtp://ada@example.com:pw@mail:587' }, { SMTP_URL: 'smtp://ada@example.com:pw@mail:587' }],
])('an address %j is read as %j', (env, settings) => {
  expect(readSettings(env)).toMatchObject(settings);
});

const names = ['SSO_CLIENT_SECRET', 'ADMIN_PASSWORD', 'ADMIN_NAME'];
const envFile = async (content: string | Uint8Array) => {
  const path = join(await mkdtemp(join(tmpdir(), 'atrium-env-')), '.env');
  await writeFile(path, content);
  return path;
};
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['a byte order mark', '\ufeffSSO_CLIENT_SECRET=ab\nADMIN_NAME=Ada\n'],
  ['line breaks of Windows', 'SSO_CLIENT_SECRET=ab\r\nADMIN_NAME=Ada\r\n'],
  ['UTF-16 with its mark', utf16('SSO_CLIENT_SECRET=ab\r\nADMIN_NAME=Ada\r\n')],
  ['UTF-16 in the other order', utf16('SSO_CLIENT_SECRET=ab\nADMIN_NAME=Ada').swap16()],
  ['comments after a blank', '# all=a#b\nSSO_CLIENT_SECRET=ab # of 2026\nADMIN_NAME="Ada"# quoted\n'],
  ['quotes', 'export SSO_CLIENT_SECRET="ab"\n  ADMIN_NAME = \'Ada\'  # quoted'],
  ['a variable of another program', 'SSO_CLIENT_SECRET=ab\nADMIN_NAME=Ada\nOTHER=a#b\n'],
])('a settings file with %s is read whole', async (_what, content) => {
  const read = readEnvFile(await envFile(content), names);
  expect(read).toMatchObject({ SSO_CLIENT_SECRET: 'ab', ADMIN_NAME: 'Ada' });
});

test.each([
  ['"ab#cd"', 'ab#cd'],
  ["'ab\"#cd'", 'ab"#cd'],
  ['`ab\'"#cd`', 'ab\'"#cd'],
  ['"first\nADMIN_NAME=x#y"', 'first\nADMIN_NAME=x#y'],
])('the value %j of a settings file is read whole', async (written, value) => {
  const read = readEnvFile(await envFile(`SSO_CLIENT_SECRET=${written}\n`), names);
  expect(read).toEqual({ SSO_CLIENT_SECRET: value });
});

const hash = 'its value in .env is cut at a #. Put the value in quotes, or a blank before the # of a comment';
const quote =
  'its value in .env is cut at the second quote. Put the value in quotes of another kind (" or \' or `)';

test.each([
  ['SSO_CLIENT_SECRET=ab#cd', 'SSO_CLIENT_SECRET', hash],
  ['ADMIN_NAME=Ada\r\nADMIN_PASSWORD=Sunshine-77#Blue-91 # first\r\n', 'ADMIN_PASSWORD', hash],
  ['SSO_CLIENT_SECRET=#cd', 'SSO_CLIENT_SECRET', hash],
  ['\ufeffexport SSO_CLIENT_SECRET = ab#', 'SSO_CLIENT_SECRET', hash],
  ['ADMIN_NAME="Ada\nB"\nSSO_CLIENT_SECRET=ab#cd', 'SSO_CLIENT_SECRET', hash],
  ['SSO_CLIENT_SECRET="ab"cd', 'SSO_CLIENT_SECRET', quote],
  ['SSO_CLIENT_SECRET="ab\\"cd"', 'SSO_CLIENT_SECRET', quote],
  ["ADMIN_NAME='Ada O'Neil'", 'ADMIN_NAME', quote],
])(
  'a settings file with the value of which a part would be lost, %j, stops the start',
  async (content, name, problem) => {
    const path = await envFile(content);
    expect(() => readEnvFile(path, names)).toThrow(new Error(`bad setting: ${name}: ${problem}`));
  },
);

test.each([
  ['windows-1252', Buffer.from('ADMIN_NAME=J\xfcrgen', 'latin1')],
  ['UTF-16 without a mark', Buffer.from('ADMIN_NAME=Ada', 'utf16le')],
])('a settings file in %s is refused in words', async (_what, content) => {
  const path = await envFile(content);
  expect(() => readEnvFile(path, names)).toThrow(
    `${path} is no text in UTF-8. Please save it as UTF-8 in your editor.`,
  );
});

test('each secret may be in a file, which then is its only source', async () => {
  const path = await envFile('\ufeffa secret of 24 characters\r\n');
  expect(readSettings({ METRICS_TOKEN_FILE: path }).METRICS_TOKEN).toBe('a secret of 24 characters');
  const empty = await envFile('\n');
  const url = await envFile('postgres://atrium:secret@db/atrium');
  expect(readSettings({ DATABASE_URL_FILE: url }).DATABASE_URL).toBe('postgres://atrium:secret@db/atrium');
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const problems: [NodeJS.ProcessEnv, string][] = [
      [{ [name]: 'x', [variable]: path }, `must not be set together with ${name}`],
      [{ [variable]: `${path}.no` }, `${path}.no cannot be read (ENOENT)`],
      [{ [variable]: empty }, `${empty} is empty`],
    ];
    for (const [env, problem] of problems)
      expect(() => readSettings(env)).toThrow(new Error(`bad setting: ${variable}: ${problem}`));
    expect(settingNames).toContain(name);
  }
  expect(
    settingNames
      .filter((name) => /KEY|PASSWORD|SECRET|TOKEN$|(DATABASE|SMTP|IMAP)_URL/.test(name))
      .toSorted(),
  ).toEqual([...secretNames].toSorted());
});

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
