import { join } from 'node:path';
import { expect } from 'vitest';
import { runCommand } from './commands.ts';
import { copyFrozenFolder } from './frozen-site.ts';

/**
 * Copies the site of version 0.1 into `folder`, migrates it, and makes an encrypted backup. The file `identity` in the
 * folder contains the key that decrypts the backup. `told` is the output of the backup command.
 */
export async function backedUpSite(folder: string) {
  const at = (...names: string[]) => join(folder, ...names);
  const env = { ...(await copyFrozenFolder(at('site'))) } as Record<string, string>;
  await runCommand(env, 'migrate');
  const made = await runCommand(env, 'backup', ['--new-identity', at('identity')]);
  const recipient = /age1\w+/.exec(made.stdout)?.[0] ?? '';
  const file = at('backup.tar.age');
  const ended = await runCommand({ ...env, BACKUP_RECIPIENTS: recipient }, 'backup', [file]);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  return { env, recipient, file, told: ended.stdout };
}
