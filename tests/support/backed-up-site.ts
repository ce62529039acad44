import { join } from 'node:path';
import { expect } from 'vitest';
import { runCommand } from './commands.ts';
import { copyFrozenFolder } from './frozen-site.ts';

/** The site of version 0.1, with sealed keys and a backup for `identity`. */
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
