import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSettings, settingNames } from '../../src/config/env.ts';

test('the example file and the README name every setting, and no other', async () => {
  const example = await readFile('.env.example', 'utf8');
  expect([...example.matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name)).toEqual(settingNames);
  const readme = await readFile('README.md', 'utf8');
  for (const name of settingNames) expect(readme).toContain(`\`${name}\``);
});

test('without any setting the site listens on loopback and keeps its data in ./data', () => {
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

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
  [{ DATABASE_REPLICA_URLS: 'postgres://replica/x' }, 'DATABASE_REPLICA_URLS'],
  [{ DATABASE_URL: 'postgres://x/x', DATABASE_REPLICA_URLS: 'replica' }, 'DATABASE_REPLICA_URLS.0'],
  [{ CDN_SECONDS: '-1' }, 'CDN_SECONDS'],
  [{ ALLOWED_HOSTS: 'https://www.example.com' }, 'ALLOWED_HOSTS.0'],
  [{ SEED: 'everything' }, 'SEED'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL'],
])('a bad setting %j stops the start with one line that names it', (env, name) => {
  const read = () => readSettings(env as NodeJS.ProcessEnv);
  expect(read).toThrow(new RegExp(`^bad setting: ${name}: [^\\n]+$`));
});

test.each([
  ['true', 1],
  ['2', 2],
  ['10.0.0.1, 10.0.0.2', ['10.0.0.1', '10.0.0.2']],
])('TRUST_PROXY=%s is read as %j', (text, value) => {
  expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
});
