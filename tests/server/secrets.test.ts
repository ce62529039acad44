import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/backup-target.ts';
import type { Database } from '../../src/database/database.ts';
import { Factor } from '../../src/modules/auth/factor.entity.ts';
import { parseSealingKey, seal, unseal } from '../../src/security/sealing.ts';
import { type SealingKeys, openSealingKeys } from '../../src/security/sealing-keys.ts';
import { Secret } from '../../src/security/secret.entity.ts';
import { factorPlace, listSecrets } from '../../src/security/secret.repository.ts';
import { createSecrets, signatureLifetimes } from '../../src/security/secrets.ts';
import {
  dropUnreadable,
  prepareSecrets,
  rotateSealingKey,
  rotateSigningKeys,
} from '../../src/security/key-rotation.ts';
import { createSecret } from '../../src/security/tokens.ts';
import { killAtSteps, runCommand } from '../support/commands.ts';
import { copyDatabase, databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { isShortForm } from '../support/test-form.ts';
import { copyFrozenFolder } from '../support/frozen-site.ts';
import { admin, launch, type RunningServer, startServer } from '../support/running-server.ts';

const minute = 60_000;
const purposes = Object.keys(signatureLifetimes).length;

let folder: string;
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-secrets-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await rm(folder, { recursive: true, force: true, maxRetries: 9 });
});

const inFile = (dataDir: string) => openSealingKeys({ SECRETS_KEY: [], DATA_DIR: dataDir });
const inEnvironment = (...keys: string[]) => openSealingKeys({ SECRETS_KEY: keys, DATA_DIR: '' });
const valuesIn = async (database: Database) => (await listSecrets(database.read)).map(({ value }) => value);

describe.each(databaseKinds)('the secret of an authenticator app on %s', (kind) => {
  test('is sealed again with a new key, stops the start without one, and is dropped in its place', async () => {
    const database = await copyDatabase(kind, folder);
    closing.push(() => database.close());
    const keys = inFile(folder);
    await prepareSecrets(database, keys);
    const secrets = createSecrets(database, keys);
    const user = await createUser(database.fork());
    const em = database.fork();
    const place = factorPlace({ user_id: user.id, credential_id: 'one' });
    const secret = await em.transactional((inside) =>
      secrets.seal({ em: inside as typeof em }, place, 'of the app'),
    );
    await em.insert(Factor, {
      user: user.id,
      kind: 'totp',
      name: 'App',
      credential_id: 'one',
      secret,
      counter: 0,
      transports: [],
      last_step: 0,
      created_at: new Date(),
    });
    const stored = async () => (await database.fork().findOneOrFail(Factor, { user: user.id })).secret;
    await rotateSealingKey(database, keys);
    expect(await stored()).not.toBe(secret);
    expect(secrets.unseal(place, (await stored()) ?? '')).toBe('of the app');
    await database.fork().getConnection().execute('delete from secrets');
    await rm(keys.where);
    await expect(prepareSecrets(database, keys)).rejects.toThrow(/are sealed with the key/);
    expect(await dropUnreadable(database, keys)).toEqual(['authenticator apps']);
    expect(await stored()).toBeNull();
    expect(await prepareSecrets(database, keys)).toBe(true);
  });
});

describe('a sealed text', () => {
  const key = parseSealingKey(createSecret())!;
  const sealed = seal(key, 'secrets/device/1', 'what is signed with');

  test('opens with its key in its place only, and only unchanged', () => {
    expect(unseal([key], 'secrets/device/1', sealed)).toBe('what is signed with');
    expect(sealed).not.toContain('signed');
    expect(seal(key, 'secrets/device/1', 'what is signed with')).not.toBe(sealed);
    const other = parseSealingKey(createSecret())!;
    expect(() => unseal([other], 'secrets/device/1', sealed)).toThrow(
      `secrets/device/1 is sealed with the key ${key.id}, which is not here`,
    );
    expect(() => unseal([key], 'secrets/device/2', sealed)).toThrow('was changed after it was sealed');
    for (const at of [20, sealed.length - 3]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => unseal([key], 'secrets/device/1', changed)).toThrow('was changed after it was sealed');
    }
  });

  test('takes keys of 32 bytes in three spellings, and no others', () => {
    const bytes = Buffer.alloc(32, 251);
    const ids = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')].map(
      (text) => parseSealingKey(text)?.id,
    );
    expect(new Set(ids).size).toBe(1);
    for (const text of ['', 'short', createSecret().slice(1), `${createSecret()}AAAA`])
      expect(parseSealingKey(text), text).toBeUndefined();
  });
});

describe.each(databaseKinds)('the signing keys on %s', (kind) => {
  async function open() {
    await mkdir(join(folder, 'data'), { recursive: true });
    const database = await copyDatabase(kind, join(folder, 'data'));
    closing.push(() => database.close());
    return { database, keys: inEnvironment(createSecret()) };
  }

  test('verify after a rotation until their last signature has expired, and sign with the new key a minute later', async () => {
    const { database, keys } = await open();
    let now = Date.now();
    // Each one reads the keys anew, as an instance does that was just started.
    const instance = () => createSecrets(database, keys, () => now);
    const before = await instance().sign('sso-flow', 'text');
    const rotated = await rotateSigningKeys(database, keys, {
      purpose: 'sso-flow',
      isRevoked: false,
      now: new Date(now),
    });
    expect(rotated).toEqual(['sso-flow']);
    expect(await instance().sign('sso-flow', 'text')).toBe(before);
    expect(await instance().signatures('sso-flow', 'text')).toHaveLength(2);
    now += minute;
    const after = await instance().sign('sso-flow', 'text');
    expect(after).not.toBe(before);
    expect(await instance().verify('sso-flow', 'text', before)).toBe(true);
    expect(await instance().verify('sso-flow', 'another', before)).toBe(false);
    now += signatureLifetimes['sso-flow'];
    expect(await instance().verify('sso-flow', 'text', before)).toBe(true);
    now += 1;
    expect(await instance().verify('sso-flow', 'text', before)).toBe(false);
    expect(await instance().verify('sso-flow', 'text', after)).toBe(true);
    await rotateSigningKeys(database, keys, { purpose: undefined, isRevoked: false, now: new Date(now) });
    expect((await listSecrets(database.read)).map(({ generation }) => generation)).toEqual([3, 2]);
  });

  test('are gone at once when they are revoked', async () => {
    const { database, keys } = await open();
    const before = await createSecrets(database, keys).sign('device', 'text');
    await rotateSigningKeys(database, keys, { purpose: undefined, isRevoked: true, now: new Date() });
    const secrets = createSecrets(database, keys);
    expect(await secrets.verify('device', 'text', before)).toBe(false);
    expect(await secrets.sign('device', 'text')).not.toBe(before);
  });

  test('are the same for two instances that begin at once, and rotations at once do not collide', async () => {
    const { database, keys } = await open();
    const instances = [1, 2, 3].map(() => createSecrets(database, keys));
    const signed = await Promise.all(instances.map((secrets) => secrets.sign('device', 'text')));
    expect(new Set(signed).size).toBe(1);
    const rotation = { purpose: undefined, isRevoked: false, now: new Date() };
    await Promise.all([1, 2, 3].map(() => rotateSigningKeys(database, keys, rotation)));
    expect((await listSecrets(database.read)).map(({ generation }) => generation)).toEqual([4, 3, 2, 1]);
  });

  test('stay while the sealing key changes, also for an instance that runs', async () => {
    const { database } = await open();
    const keys = inFile(join(folder, 'data'));
    await prepareSecrets(database, keys);
    const running = createSecrets(database, keys);
    const signed = await running.sign('device', 'text');
    const [before] = await valuesIn(database);
    expect(await rotateSealingKey(database, keys)).toBe(purposes);
    const [after] = await valuesIn(database);
    expect(after).not.toBe(before);
    expect(keys.read()).toHaveLength(1);
    expect(await createSecrets(database, keys).sign('device', 'text')).toBe(signed);
    // What the running instance seals now opens with the new key.
    await database.fork().nativeDelete(Secret, { name: 'visitor post' });
    await running.sign('visitor post', 'text');
    await prepareSecrets(database, inFile(join(folder, 'data')));
    // In the environment, the operator names both keys until everything is sealed again.
    const [old, fresh] = [createSecret(), createSecret()];
    const text = (await readFile(join(folder, 'data', 'secrets.key'), 'utf8')).trim().split('\n').at(-1)!;
    await rotateSealingKey(database, inEnvironment(old, text));
    await rotateSealingKey(database, inEnvironment(fresh, old));
    expect(await createSecrets(database, inEnvironment(fresh)).sign('device', 'text')).toBe(signed);
  });

  test('that no key opens are removed only by the command for it', async () => {
    const { database, keys } = await open();
    await createSecrets(database, keys).sign('device', 'text');
    const wrong = inEnvironment(createSecret());
    const told = `sealed with the key ${keys.read()[0]!.id}, and SECRETS_KEY holds the key ${wrong.read()[0]!.id}`;
    for (const act of [prepareSecrets, rotateSealingKey])
      await expect(act(database, wrong)).rejects.toThrow(told);
    const none = inFile(folder);
    await expect(prepareSecrets(database, none)).rejects.toThrow(`${none.where} holds no key: put the right`);
    expect(none.read()).toEqual([]);
    expect(await dropUnreadable(database, keys)).toEqual([]);
    expect(await dropUnreadable(database, wrong)).toEqual(['device']);
    await prepareSecrets(database, wrong);
  });
});

describe('a server', () => {
  const dataDir = () => join(folder, 'data');
  const keyFile = () => join(dataDir(), 'secrets.key');

  async function start(env: Record<string, string> = {}): Promise<RunningServer> {
    const server = await startServer(env, dataDir());
    closing.push(() => server.end('SIGTERM'));
    return server;
  }

  async function refusal(env: Record<string, string> = {}): Promise<string> {
    const server = launch({ DATA_DIR: dataDir(), SEED: 'none', LOG_LEVEL: 'error', PORT: '0', ...env });
    expect(await server.end(), server.output()).toBe(1);
    return server.output();
  }

  async function stored(): Promise<string[]> {
    const database = await openSiteDatabase(undefined, dataDir());
    return valuesIn(database).finally(() => database.close());
  }

  test.skipIf(isShortForm)(
    'AU8 seals the plain keys of an earlier version once and keeps what they signed; without its key it does not start',
    async () => {
      await copyFrozenFolder(dataDir());
      await (await start()).end('SIGTERM');
      const values = await stored();
      expect(values).toHaveLength(purposes);
      for (const value of values) expect(value).toMatch(/^sealed\.[\da-f]{8}\./);
      const database = await openSiteDatabase(undefined, dataDir());
      closing.push(() => database.close());
      const plain = await plainKeyOf('device');
      const signed = createHmac('sha256', plain).update('text').digest('base64url');
      expect(await createSecrets(database, inFile(dataDir())).sign('device', 'text')).toBe(signed);
      for (const file of ['atrium.sqlite', 'atrium.sqlite-wal']) {
        const bytes = await readFile(join(dataDir(), file)).catch(() => Buffer.alloc(0));
        expect(bytes.includes(plain), file).toBe(false);
      }

      const key = await readFile(keyFile(), 'utf8');
      await rm(keyFile());
      expect(await refusal()).toContain(`${keyFile()} holds no key: put the right key back`);
      const other = createSecret();
      expect(await refusal({ SECRETS_KEY: other })).toContain(
        `SECRETS_KEY holds the key ${parseSealingKey(other)!.id}: put the right key back`,
      );
      await expect(readFile(keyFile())).rejects.toThrow('ENOENT');
      expect(await refusal({ SECRETS_KEY: 'too short' })).toContain(
        'bad setting: SECRETS_KEY: must be 32 random',
      );
      await writeFile(keyFile(), '');
      expect(await refusal()).toContain(`${keyFile()} is empty: put the key back`);
      await writeFile(keyFile(), key, { mode: 0o600 });
      await start();
      expect(await stored()).toEqual(values);
    },
  );

  // The full form only, because each step is a command of its own. The gate rotates keys in the test's process.
  test.skipIf(isShortForm)(
    'goes on while its keys are replaced, and a kill at each step loses none',
    async () => {
      const server = await start();
      const browser = await signedIn(server);
      const flow = (words: string[], env = {}, options: string[] = []) =>
        runCommand({ DATA_DIR: dataDir(), ...env }, 'secrets', words, options);
      const database = await openSiteDatabase(undefined, dataDir());
      closing.push(() => database.close());
      const keys = inFile(dataDir());
      const signature = () => createSecrets(database, keys).signatures('device', 'text');
      const before = await signature();
      const killed = await killAtSteps((env, options) => flow(['rotate-key'], env, options), {
        steps: 5,
        prepare: async () => {},
        expectWhole: async () => expect(await signature()).toEqual(before),
      });
      expect(killed).toBeGreaterThan(2);
      const listed = await flow(['list']);
      expect(listed, listed.stderr).toMatchObject({ code: 0 });
      expect(listed.stdout).toMatch(/^device, generation 1, made .*, sealed with [\da-f]{8}$/m);
      expect(listed.stdout).not.toContain(await plainKeyIn(keys));
      expect(await flow(['rotate', 'device'])).toMatchObject({
        code: 0,
        stdout: /^New signing keys: device\./,
      });
      expect((await flow(['rotate', 'nothing'])).stderr).toMatch(/^there is no purpose nothing: device, /);
      expect((await flow(['rotate-key', 'device'])).stderr).toMatch(/^usage: /);
      expect(await signature()).toHaveLength(2);
      expect((await signature())[0]).toBe(before[0]);
      expect(await browser.isSignedIn()).toBe(true);
      expect(await (await signedIn(server)).isSignedIn()).toBe(true);
    },
  );
});

async function plainKeyOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-frozen-'));
  await copyFrozenFolder(folder);
  const frozen = new BetterSqlite3(join(folder, 'atrium.sqlite'), { readonly: true });
  try {
    return frozen.prepare<[string], string>('select value from secrets where name = ?').pluck().get(name)!;
  } finally {
    frozen.close();
    await rm(folder, { recursive: true });
  }
}

async function plainKeyIn(keys: SealingKeys): Promise<string> {
  return (await readFile(keys.where, 'utf8')).trim().split('\n').at(-1)!;
}

async function signedIn({ url }: RunningServer) {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { token } = await answer.json();
  const headers = { authorization: `Bearer ${token}` };
  return {
    isSignedIn: async () => (await fetch(`${url}/api/admin/user`, { headers })).ok,
  };
}
