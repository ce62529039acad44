import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSiteDatabase } from '../../src/services.ts';
import type { Database } from '../../src/database/database.ts';
import { Factor } from '../../src/modules/auth/factor.entity.ts';
import {
  openSealingKeys,
  parseSealingKey,
  seal,
  type SealingKeys,
  unseal,
} from '../../src/security/sealing.ts';
import { Webhook } from '../../src/log/webhook.entity.ts';
import { createSecrets, factorPlace, webhookPlace, type SigningPurpose } from '../../src/security/secrets.ts';
import {
  deleteUnreadableSecrets,
  listSealedValues,
  prepareSecrets,
  replaceSigningKey,
  rotateSealingKey,
} from '../../src/security/key-rotation.ts';
import { createSecret } from '../../src/security/random-secrets.ts';
import { killAtSteps, runCommand } from '../support/commands.ts';
import { copyDatabase, databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { isShortForm } from '../support/test-form.ts';
import { copyFrozenFolder } from '../support/frozen-site.ts';
import { admin, launch, type RunningServer, startServer } from '../support/running-server.ts';

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
const valuesIn = async (database: Database) =>
  (await listSealedValues(database.read)).map(({ value }) => value);

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
    expect(await deleteUnreadableSecrets(database, keys)).toEqual(['authenticator apps']);
    expect(await stored()).toBeNull();
    expect(await prepareSecrets(database, keys)).toBe(true);
  });
});

describe.each(databaseKinds)('the secret of a webhook on %s', (kind) => {
  test('is sealed again with a new key, also the one before, and its webhook is off when no key opens it', async () => {
    const database = await copyDatabase(kind, folder);
    closing.push(() => database.close());
    const keys = inFile(folder);
    await prepareSecrets(database, keys);
    const secrets = createSecrets(database, keys);
    const em = database.fork();
    const sealed = await em.transactional(async (inside) => {
      const tx = { em: inside as typeof em };
      return [await secrets.seal(tx, webhookPlace(1), 'new'), await secrets.seal(tx, webhookPlace(1), 'old')];
    });
    await em.insert(Webhook, {
      id: 1,
      name: 'Build',
      url: 'https://hooks.example.com/',
      events: [],
      secret: sealed[0],
      old_secret: sealed[1],
      created_at: new Date(),
    });
    const stored = () => database.fork().findOneOrFail(Webhook, 1);
    await rotateSealingKey(database, keys);
    const { secret, old_secret } = await stored();
    expect([secret, old_secret].map((value) => secrets.unseal(webhookPlace(1), value!))).toEqual([
      'new',
      'old',
    ]);
    expect(sealed).not.toContain(secret);
    await database.fork().getConnection().execute('delete from secrets');
    await rm(keys.where);
    // The site runs without it.
    expect(await prepareSecrets(database, keys)).toBe(true);
    expect(await deleteUnreadableSecrets(database, keys)).toEqual(['webhooks']);
    const off_reason = expect.stringContaining('lost');
    expect(await stored()).toMatchObject({ secret: null, old_secret: null, is_active: false, off_reason });
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

describe.each(databaseKinds)('the signing key on %s', (kind) => {
  async function open() {
    await mkdir(join(folder, 'data'), { recursive: true });
    const database = await copyDatabase(kind, join(folder, 'data'));
    closing.push(() => database.close());
    const keys = inEnvironment(createSecret());
    await prepareSecrets(database, keys);
    return { database, keys };
  }

  test('signs for one purpose what counts for no other, and the same on each instance', async () => {
    const { database, keys } = await open();
    const secrets = createSecrets(database, keys);
    const purposes: SigningPurpose[] = ['device', 'preview', 'sign-in'];
    const signed = await Promise.all(purposes.map((purpose) => secrets.sign(purpose, 'text')));
    expect(new Set(signed).size).toBe(3);
    expect(signed[0]).toMatch(/^[\w-]{43}$/);
    const other = createSecrets(database, keys);
    expect(await other.verify('device', 'text', signed[0]!)).toBe(true);
    expect(await other.verify('preview', 'text', signed[0]!)).toBe(false);
    expect(await other.verify('device', 'another', signed[0]!)).toBe(false);
  });

  test('is gone at once when it is revoked, and one key is left however many are made at once', async () => {
    const { database, keys } = await open();
    const before = await createSecrets(database, keys).sign('device', 'text');
    await Promise.all([1, 2, 3].map(() => replaceSigningKey(database, keys)));
    const secrets = createSecrets(database, keys);
    expect(await secrets.verify('device', 'text', before)).toBe(false);
    const after = await secrets.sign('device', 'text');
    await Promise.all([1, 2, 3].map(() => prepareSecrets(database, keys)));
    expect(await createSecrets(database, keys).sign('device', 'text')).toBe(after);
    expect(await listSealedValues(database.read)).toHaveLength(1);
  });

  test('stays while the sealing key changes, also for an instance that runs', async () => {
    const { database } = await open();
    await database.fork().getConnection().execute('delete from secrets');
    const keys = inFile(join(folder, 'data'));
    await prepareSecrets(database, keys);
    const signed = await createSecrets(database, keys).sign('device', 'text');
    const [before] = await valuesIn(database);
    expect(await rotateSealingKey(database, keys)).toBe(1);
    const [after] = await valuesIn(database);
    expect(after).not.toBe(before);
    expect(keys.read()).toHaveLength(1);
    expect(await createSecrets(database, keys).sign('device', 'text')).toBe(signed);
    // In the environment, the operator names both keys until everything is sealed again.
    const [old, fresh] = [createSecret(), createSecret()];
    const text = (await readFile(join(folder, 'data', 'secrets.key'), 'utf8')).trim().split('\n').at(-1)!;
    await rotateSealingKey(database, inEnvironment(old, text));
    await rotateSealingKey(database, inEnvironment(fresh, old));
    expect(await createSecrets(database, inEnvironment(fresh)).sign('device', 'text')).toBe(signed);
  });

  test('remains in use while the database cannot be read, and is an error before it was ever read', async () => {
    const { database, keys } = await open();
    const secrets = createSecrets(database, keys);
    await database.fork().getConnection().execute('alter table secrets rename to away');
    await expect(secrets.sign('device', 'text')).rejects.toThrow(/secrets/);
    await database.fork().getConnection().execute('alter table away rename to secrets');
    const signed = await secrets.sign('device', 'text');
    await database.fork().getConnection().execute('alter table secrets rename to away');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    expect(await secrets.sign('device', 'text')).toBe(signed);
  });

  test('that no key opens is removed only by the command for it', async () => {
    const { database, keys } = await open();
    const wrong = inEnvironment(createSecret());
    const told = `sealed with the key ${keys.read()[0]!.id}, and SECRETS_KEY holds the key ${wrong.read()[0]!.id}`;
    for (const act of [prepareSecrets, rotateSealingKey])
      await expect(act(database, wrong)).rejects.toThrow(told);
    const none = inFile(folder);
    await expect(prepareSecrets(database, none)).rejects.toThrow(`${none.where} holds no key: put the right`);
    expect(none.read()).toEqual([]);
    expect(await deleteUnreadableSecrets(database, keys)).toEqual([]);
    expect(await deleteUnreadableSecrets(database, wrong)).toEqual(['signing key']);
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
    'AU8 leaves no plain key of an earlier version, and without its sealing key it does not start',
    async () => {
      await copyFrozenFolder(dataDir());
      const plain = await plainKeyOf('device');
      await (await start()).end('SIGTERM');
      const values = await stored();
      expect(values).toEqual([expect.stringMatching(/^sealed\.[\da-f]{8}\./)]);
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
      const signature = () => createSecrets(database, keys).sign('device', 'text');
      const before = await signature();
      const killed = await killAtSteps((env, options) => flow(['rotate-key'], env, options), {
        steps: 5,
        prepare: async () => {},
        expectWhole: async () => expect(await signature()).toBe(before),
      });
      expect(killed).toBeGreaterThan(2);
      const listed = await flow(['list']);
      expect(listed, listed.stderr).toMatchObject({ code: 0 });
      expect(listed.stdout).toMatch(/^signing key, sealed with [\da-f]{8}$/m);
      expect(listed.stdout).not.toContain(await plainKeyIn(keys));
      expect(await flow(['revoke'])).toMatchObject({ code: 0, stdout: /^The signing key is new\./ });
      expect((await flow(['rotate'])).stderr).toMatch(/^usage: /);
      expect((await flow(['rotate-key', 'device'])).stderr).toMatch(/^usage: /);
      expect(await signature()).not.toBe(before);
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
