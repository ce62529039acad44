import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIdentityFile, openBackupFile } from '../../src/backup/encryption.ts';
import { backupTargetOf } from '../../src/services.ts';
import { readSettings } from '../../src/config/env.ts';
import { backedUpSite } from '../support/backed-up-site.ts';
import { killAtSteps, runCommand } from '../support/commands.ts';
import { launch, startServer } from '../support/running-server.ts';

const bearer = 'bearer_of_version_0_1'.padEnd(43, '_');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sealed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }));

const at = (...names: string[]) => join(folder, ...names);

const isOver = (path: string) =>
  expect
    .poll(async () => {
      const names = await readdir(path, { recursive: true }).catch(() => []);
      return names.filter((name) => name.includes('.passing-'));
    })
    .toEqual([]);

test('DU6 an encrypted backup shows nothing, opens for its identity only, and ends all sessions where it is restored', async () => {
  const { file, told, recipient } = await backedUpSite(folder);
  expect(told).toContain('The server cannot read it');
  expect((await stat(at('identity'))).mode & 0o777).toBe(0o600);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const bytes = await readFile(file);
  for (const word of ['manifest', 'uploads/', 'SQLite', 'ustar'])
    expect(bytes.includes(word), word).toBe(false);

  const env = { DATA_DIR: at('new') };
  const refused = async (words: string[]) => {
    const { code, stderr } = await runCommand(env, 'restore', words);
    expect(code).toBe(1);
    await expect(readdir(at('new'))).rejects.toThrow('ENOENT');
    return stderr;
  };
  expect(await refused([file])).toBe(
    `${file} is encrypted: give --identity FILE, or --passphrase-file FILE if it was made with a passphrase\n`,
  );
  await createIdentityFile(at('other'));
  expect(await refused([file, '--identity', at('other')])).toMatch(
    /does not open with .*other: it was made for somebody else/,
  );
  await writeFile(at('note'), 'no identity');
  expect(await refused([file, '--identity', at('note')])).toMatch('contains a line that is no age identity');
  const damaged = at('damaged.age');
  await writeFile(damaged, bytes.with(70_000, bytes[70_000]! ^ 1));
  expect(await refused([damaged, '--identity', at('identity')])).toMatch(
    /is damaged or cut off: only its first \d+ bytes/,
  );
  await writeFile(damaged, bytes.subarray(0, bytes.length - 10));
  expect(await refused([damaged, '--identity', at('identity')])).toContain('is damaged or cut off');

  const proof = await runCommand(env, 'restore', ['--verify', file, '--identity', at('identity')]);
  expect(proof.stdout, proof.stderr).toContain('can be restored');
  // Since the backup, one person has another password, one another role, one was deactivated, and one
  // was deleted.
  await cp(at('site'), at('replaced'), { recursive: true });
  const replaced = new BetterSqlite3(at('replaced', 'atrium.sqlite'));
  replaced.exec(`update users set password_hash = 'newer' where email = 'admin@example.com';
    update users set role = 'user' where email = 'hr@example.com';
    update users set deactivated_at = 1 where email = 'content_moderator@example.com';
    delete from users where email = 'user@example.com'`);
  replaced.close();
  const restored = await runCommand(env, 'restore', [
    ...[file, '--identity', at('identity'), '--replaces', at('replaced')],
  ]);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toContain('everybody signs in again');
  expect(restored.stdout).toMatch(/\(admin@example\.com\): an old password counts again\n/);
  expect(restored.stdout).toMatch(/\(hr@example\.com\): an old role counts again\n/);
  expect(restored.stdout).toMatch(
    /\(content_moderator@example\.com\): was deactivated since, and can sign in again\n/,
  );
  expect(restored.stdout).toMatch(/\(user@example\.com\): was deleted since, and is back\n/);
  expect(restored.stdout.match(/@example/g)).toHaveLength(4);
  const line = restored.stderr.split('\n').find((text) => text.includes('"event":"security"')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    event: 'security',
    type: 'restored',
    event_id: expect.any(Number),
    address: 'command line',
    details: { reason: expect.stringMatching(/^backup of /) },
  });

  const server = await startServer(env, env.DATA_DIR);
  const headers = { authorization: `Bearer ${bearer}` };
  expect((await fetch(`${server.url}/api/admin/user`, { headers })).status).toBe(401);
  const account = { email: 'admin@example.com', password: 'admin of version 0.1' };
  const answer = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect(answer.status).toBe(200);
  await server.end('SIGTERM');

  // Another program that has the library opens it too.
  const program = `const { Decrypter } = await import('age-encryption');
    const { readFileSync } = await import('node:fs');
    const decrypter = new Decrypter();
    decrypter.addIdentity(/AGE-SECRET-KEY-\\S+/.exec(readFileSync(process.argv[1], 'utf8'))[0]);
    const plain = await decrypter.decrypt(readFileSync(process.argv[2]));
    console.log(Buffer.from(plain).includes('"holds_sealing_key": false'), plain.length % 512);`;
  const opened = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '-e', program, at('identity'), file],
  ]);
  expect(opened.stdout).toBe('true 0\n');
  expect(recipient).toMatch(/^age1/);
});

test('an encrypted backup can have a passphrase instead', async () => {
  const { env } = await backedUpSite(folder);
  await writeFile(at('phrase'), 'correct horse battery staple\nanother line');
  const file = at('phrase.tar.age');
  const words = [file, '--passphrase-file', at('phrase')];
  expect(await runCommand(env, 'backup', words)).toMatchObject({ code: 0 });
  await writeFile(at('wrong'), 'wrong horse battery staple');
  const refused = await runCommand(env, 'restore', ['--verify', file, '--passphrase-file', at('wrong')]);
  expect(refused.stderr).toContain('made with another passphrase');
  const proof = await runCommand(env, 'restore', ['--verify', ...words]);
  expect(proof.stdout, proof.stderr).toContain('can be restored');
});

describe('killed at any step', () => {
  test('DU6 a backup leaves no file or a whole one, and a restore can be repeated; nothing else stays', async () => {
    const { env, recipient } = await backedUpSite(folder);
    await mkdir(at('backups'));
    const file = at('backups', 'again.age');
    const clear = () => rm(file, { force: true });
    const verified = () => runCommand(env, 'restore', ['--verify', file, '--identity', at('identity')]);
    const killed = await killAtSteps(
      (more, options) => runCommand({ ...env, ...more }, 'backup', [file, '--recipient', recipient], options),
      {
        steps: 3,
        prepare: clear,
        expectWhole: async () => {
          await isOver(folder);
          for (const name of await readdir(at('backups'))) {
            expect(name).toBe('again.age');
            expect(await verified()).toMatchObject({ code: 0 });
          }
        },
      },
    );
    expect(killed).toBe(3);
    await clear();
    expect(await runCommand(env, 'backup', [file, '--recipient', recipient])).toMatchObject({ code: 0 });

    const target = { DATA_DIR: at('new') };
    const restore = (more = {}, options: string[] = []) =>
      runCommand({ ...target, ...more }, 'restore', [file, '--identity', at('identity')], options);
    let refusals = 0;
    const killedRestores = await killAtSteps(restore, {
      steps: 4,
      prepare: () => rm(at('new'), { recursive: true, force: true }),
      expectWhole: async () => {
        await isOver(folder);
        const names: string[] = await readdir(at('new')).catch(() => []);
        if (names.includes('.restoring')) {
          refusals += 1;
          if (refusals === 1) {
            const server = launch({ ...target, PORT: '0' });
            expect(await server.end()).toBe(1);
            expect(server.output()).toContain('was interrupted, so some data is missing: run the same');
          }
        }
        if (names.includes('.restoring') || !names.includes('atrium.sqlite')) {
          const again = await restore();
          expect(again, again.stderr).toMatchObject({ code: 0 });
        }
        expect((await readdir(at('new'))).toSorted()).toEqual(['atrium.sqlite', 'private', 'uploads']);
        const files = async (site: string) => {
          const { buckets } = await backupTargetOf(readSettings({ DATA_DIR: at(site) }));
          const keys: string[] = [];
          for (const storage of Object.values(buckets))
            for await (const { key, bytes } of storage.list()) keys.push(`${key} ${bytes}`);
          return keys;
        };
        expect(await files('new')).toEqual(await files('site'));
      },
    });
    expect(killedRestores).toBe(4);
    expect(refusals).toBeGreaterThan(0);
  });
});

describe('the published vectors of the format', async () => {
  const vectors = (await readdir('tests/fixtures/age')).filter((name) => name !== 'README.md');

  test.each(vectors)('%s', async (name) => {
    const whole = await readFile(join('tests/fixtures/age', name));
    const end = whole.indexOf('\n\n');
    const facts = Map.groupBy(whole.subarray(0, end).toString().split('\n'), (line) => line.split(': ')[0]);
    const valuesOf = (key: string) => (facts.get(key) ?? []).map((line) => line.slice(key.length + 2));
    const body = whole.subarray(end + 2);
    await writeFile(at('file'), valuesOf('compressed').length > 0 ? inflateSync(body) : body);
    await writeFile(at('identity'), valuesOf('identity').join('\n'));
    await writeFile(at('phrase'), valuesOf('passphrase').join('\n'));
    const hash = createHash('sha256');
    const read = async () => {
      const content = await openBackupFile(at('file'), {
        identityFile: valuesOf('identity').length > 0 ? at('identity') : undefined,
        passphraseFile: valuesOf('passphrase').length > 0 ? at('phrase') : undefined,
      });
      for await (const chunk of content) hash.update(chunk);
    };
    const [expected] = valuesOf('expect');
    const words: Record<string, string | undefined> = {
      'no match': 'does not open with',
      'payload failure': 'is damaged or cut off',
    };
    if (expected === 'success') await read();
    else await expect(read()).rejects.toThrow(words[expected!] ?? 'its first lines are not those of');
    // Of a stream that fails, less may come out than was right.
    const [payload] = valuesOf('payload');
    if (payload && expected === 'success') expect(hash.digest('hex')).toBe(payload);
  });
});
