import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Encrypter } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBackup } from '../../src/backup/backup.ts';
import {
  createEncrypter,
  createIdentityFile,
  type DecryptionKeys,
  openBackupFile,
} from '../../src/backup/encryption.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { backupTargetOf, openSiteDatabase } from '../../src/services.ts';
import { readSettings } from '../../src/config/env.ts';
import { migrate } from '../../src/database/migrate.ts';
import { copyFrozenFolder } from '../support/frozen-site.ts';
import { isShortForm } from '../support/test-form.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sealed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }));

const at = (...names: string[]) => join(folder, ...names);

describe('an encrypted backup', () => {
  // `tests/assure/encrypted-backup.test.ts` does the same by the commands, with sessions, and with another program.
  test('DU6 shows nothing, and opens for its identity only', async () => {
    const env = await copyFrozenFolder(at('site'));
    const database = await openSiteDatabase(undefined, env.DATA_DIR);
    await migrate(database);
    await database.close();
    const site = await backupTargetOf(readSettings(env));
    const file = at('backup.tar.age');
    const recipient = await createIdentityFile(at('identity'));
    const manifest = await makeBackup(site, file, { encryption: { recipients: [recipient] } });
    expect((await stat(at('identity'))).mode & 0o777).toBe(0o600);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file);
    for (const word of ['manifest', 'uploads/', 'SQLite', 'ustar'])
      expect(bytes.includes(word), word).toBe(false);

    const target = await backupTargetOf(readSettings({ DATA_DIR: at('new') }));
    const refusal = async (from: string, opening: DecryptionKeys) => {
      await expect(restoreBackup(target, from, { opening })).rejects.toThrow();
      const told = await restoreBackup(target, from, { opening }).catch((error: Error) => error.message);
      await expect(readdir(at('new'))).rejects.toThrow('ENOENT');
      return told;
    };
    expect(await refusal(file, {})).toContain(`${file} is encrypted: give --identity FILE`);
    await createIdentityFile(at('other'));
    expect(await refusal(file, { identityFile: at('other') })).toContain('it was made for somebody else');
    await writeFile(at('phrase'), 'correct horse battery');
    expect(await refusal(file, { passphraseFile: at('phrase') })).toContain('made with another passphrase');
    const damaged = at('damaged.age');
    await writeFile(damaged, bytes.with(70_000, bytes[70_000]! ^ 1));
    expect(await refusal(damaged, { identityFile: at('identity') })).toMatch(
      /is damaged or cut off: only its first \d+ bytes/,
    );
    await writeFile(damaged, bytes.subarray(0, bytes.length - 10));
    expect(await refusal(damaged, { identityFile: at('identity') })).toContain('is damaged or cut off');

    const restored = await restoreBackup(target, file, { opening: { identityFile: at('identity') } });
    expect(restored.parts).toEqual(manifest.parts);
  });

  test.skipIf(isShortForm)(
    'a passphrase file may have a byte order mark, also the one of a backup that took it for a part of the phrase',
    async () => {
      const phrase = 'correct horse battery';
      const marked = at('marked');
      await writeFile(marked, `\ufeff${phrase}\r\n`);
      await writeFile(at('plain'), phrase);
      const before = new Encrypter();
      before.setPassphrase(`\ufeff${phrase}`);
      before.setScryptWorkFactor(10);
      const cases = [
        {
          encrypter: await createEncrypter({ recipients: [], passphraseFile: marked }),
          opening: at('plain'),
        },
        {
          encrypter: await createEncrypter({ recipients: [], passphraseFile: at('plain') }),
          opening: marked,
        },
        { encrypter: before, opening: marked },
      ];
      for (const { encrypter, opening } of cases) {
        await writeFile(at('sealed'), await encrypter!.encrypt('the content'));
        const pieces = await openBackupFile(at('sealed'), { passphraseFile: opening });
        expect(await text(pieces)).toBe('the content');
      }
    },
  );

  test('a passphrase is long, alone, and a recipient is one of age', async () => {
    await writeFile(at('phrase'), 'too short');
    await expect(createEncrypter({ recipients: [], passphraseFile: at('phrase') })).rejects.toThrow(
      'has fewer than 16 characters',
    );
    await expect(createEncrypter({ recipients: ['age1x'], passphraseFile: at('phrase') })).rejects.toThrow(
      'not with both',
    );
    await expect(createEncrypter({ recipients: [`age1${'q'.repeat(58)}`] })).rejects.toThrow(
      'is no age recipient',
    );
  });
});
