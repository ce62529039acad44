import { parseArgs } from 'node:util';
import { openSiteDatabase } from '../backup-target.ts';
import { readSettings } from '../config/env.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { recordSecurityEvent } from '../modules/security-log/record-event.service.ts';
import { runOrExplain } from '../program.ts';
import { type SealingKeys, openSealingKeys } from '../security/sealing-keys.ts';
import { listSecrets } from '../security/secret.repository.ts';
import {
  dropUnreadable,
  expectOpenable,
  prepareSecrets,
  rotateSealingKey,
  rotateSigningKeys,
} from '../security/key-rotation.ts';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { logSecurity } from './log-security.ts';

const usage = [
  'usage: npm run secrets -- list                 the signing keys, and which sealing key opens them; no key is printed',
  '       npm run secrets -- rotate [PURPOSE]     new signing keys; what the old ones signed is accepted until it expires',
  '       npm run secrets -- rotate [PURPOSE] --revoke   the same, but what the old ones signed counts no more',
  '       npm run secrets -- rotate-key           a new sealing key, and every sealed value sealed again',
  '       npm run secrets -- drop-unreadable      for a lost sealing key: removes what only it could open',
].join('\n');

const acts: Record<string, (ctx: Work) => Promise<void>> = {
  list,
  rotate,
  'rotate-key': rotateKey,
  'drop-unreadable': drop,
};

interface Work {
  database: Database;
  keys: SealingKeys;
  purpose: string | undefined;
  isRevoked: boolean;
}

await runOrExplain(async () => {
  const { values, positionals } = readWords();
  const [name = '', purpose, ...more] = positionals;
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  const takesWords = act === rotate;
  if (!act || more.length > 0 || (!takesWords && (purpose !== undefined || values.revoke)))
    throw new Error(usage);
  const settings = readSettings();
  const keys = openSealingKeys(settings);
  const database = await openSiteDatabase(settings.DATABASE_URL, settings.DATA_DIR);
  try {
    await migrate(database);
    await act({ database, keys, purpose, isRevoked: values.revoke ?? false });
  } finally {
    await database.close();
  }
});

async function list({ database, keys }: Work): Promise<void> {
  const stored = await listSecrets(database.read);
  for (const { name, generation, value, made_at } of stored) {
    const made = made_at.getTime() === 0 ? 'before 2026-11-22' : made_at.toISOString();
    const sealedBy = sealingKeyOf(value);
    console.log(
      `${name}, generation ${generation}, made ${made}, ${sealedBy ? `sealed with ${sealedBy}` : 'not sealed yet'}`,
    );
  }
  const here = keys.read().map(({ id }) => id);
  console.log(`${keys.where}: ${here.length > 0 ? `the sealing key ${here.join(', ')}` : 'no sealing key'}`);
  expectOpenable(stored, keys);
}

async function rotate({ database, keys, purpose, isRevoked }: Work): Promise<void> {
  await prepareSecrets(database, keys);
  const rotated = await rotateSigningKeys(database, keys, { purpose, isRevoked, now: new Date() });
  if (rotated.length === 0) {
    console.log('There was no key to replace. The first use makes one.');
    return;
  }
  await note(database, rotated);
  console.log(`New signing keys: ${rotated.join(', ')}.`);
  console.log(
    isRevoked
      ? 'What the old ones signed counts no more: open forms are sent again, browsers are no longer known.'
      : 'They sign in a minute, when every instance knows them. What the old ones signed is accepted until it expires.',
  );
}

async function rotateKey({ database, keys }: Work): Promise<void> {
  await prepareSecrets(database, keys);
  const resealed = await rotateSealingKey(database, keys);
  await note(database, ['sealing key']);
  const [first] = keys.read();
  console.log(`${resealed} values are sealed again, with the key ${first?.id} of ${keys.where}.`);
  console.log(
    keys.removeOld
      ? 'The old key is no longer in the file. Store a copy of the new file, away from the backups.'
      : 'Now remove the old key from SECRETS_KEY, on every instance.',
  );
}

async function drop({ database, keys }: Work): Promise<void> {
  const dropped = await dropUnreadable(database, keys);
  if (dropped.length > 0) await note(database, dropped);
  console.log(
    dropped.length > 0
      ? `Removed ${dropped.join(', ')}: the next start makes new keys.`
      : 'Every sealed value can be opened: nothing was removed.',
  );
}

async function note(database: Database, purposes: string[]): Promise<void> {
  const ctx = { em: database.fork(), read: database.read, viewer: null, now: new Date() };
  const request = { address: 'command line', logSecurity };
  await recordSecurityEvent({ ...ctx, request }, 'keys_rotated', {
    details: { reason: purposes.join(', ') },
  });
}

function readWords() {
  try {
    return parseArgs({ options: { revoke: { type: 'boolean' } }, allowPositionals: true });
  } catch {
    throw new Error(usage);
  }
}
