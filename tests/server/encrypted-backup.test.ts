import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEncrypter, makeIdentity } from '../../src/backup/encryption.ts';
import { backedUpSite } from '../support/backed-up-site.ts';
import { runCommand } from '../support/commands.ts';
import { startServer } from '../support/running-server.ts';

const bearer = 'bearer_of_version_0_1'.padEnd(43, '_');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sealed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }));

const at = (...names: string[]) => join(folder, ...names);

describe('an encrypted backup', () => {
  test('DU6 shows nothing, opens for its identity only, and ends all sessions where it is restored', async () => {
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
    await makeIdentity(at('other'));
    expect(await refused([file, '--identity', at('other')])).toMatch(
      /is encrypted for somebody else: .*other does/,
    );
    expect(await refused([file, '--identity', file])).toMatch('contains a line that is no age identity');
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
      ...{ event: 'security', type: 'restored', event_id: expect.any(Number), address: 'command line' },
      details: { reason: expect.stringMatching(/^backup of /) },
    });

    const server = await startServer(env, env.DATA_DIR);
    const headers = { authorization: `Bearer ${bearer}` };
    expect((await fetch(`${server.url}/api/admin/user`, { headers })).status).toBe(401);
    const account = { email: 'admin@example.com', password: 'admin of version 0.1' };
    const answer = await fetch(`${server.url}/api/admin/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) },
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
