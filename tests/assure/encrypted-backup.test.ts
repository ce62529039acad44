import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBackupFile } from '../../src/backup/encryption.ts';
import { openBackupTarget } from '../../src/backup-target.ts';
import { readSettings } from '../../src/config/env.ts';
import { backedUpSite } from '../support/backed-up-site.ts';
import { killAtSteps, runCommand } from '../support/commands.ts';
import { launch } from '../support/running-server.ts';

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

test('an encrypted backup can have a passphrase instead', async () => {
  const { env } = await backedUpSite(folder);
  await writeFile(at('phrase'), 'correct horse battery staple\nanother line');
  const file = at('phrase.tar.age');
  const words = [file, '--passphrase-file', at('phrase')];
  expect(await runCommand(env, 'backup', words)).toMatchObject({ code: 0 });
  await writeFile(at('wrong'), 'wrong horse battery staple');
  const refused = await runCommand(env, 'restore', ['--verify', file, '--passphrase-file', at('wrong')]);
  expect(refused.stderr).toContain('is encrypted for somebody else');
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
          const { buckets } = await openBackupTarget(readSettings({ DATA_DIR: at(site) }));
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
      'no match': 'is encrypted for somebody else',
      'payload failure': 'is damaged or cut off',
    };
    if (expected === 'success') await read();
    else await expect(read()).rejects.toThrow(words[expected!] ?? 'its first lines are not those of');
    // Of a stream that fails, less may come out than was right.
    const [payload] = valuesOf('payload');
    if (payload && expected === 'success') expect(hash.digest('hex')).toBe(payload);
  });
});
