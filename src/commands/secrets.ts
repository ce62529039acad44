import { openSiteDatabase } from '../services.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { recordSecurityEvent } from '../modules/security-log/security-event.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import {
  deleteUnreadableSecrets,
  expectUnsealable,
  listSealedValues,
  prepareSecrets,
  replaceSigningKey,
  rotateSealingKey,
} from '../security/key-rotation.ts';
import { type SealingKeys, openSealingKeys } from '../security/sealing.ts';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { logSecurity } from './log-security.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage = [
  'usage: npm run secrets -- list              what is sealed, and which sealing key opens it; no key is printed',
  '       npm run secrets -- revoke            a new signing key: what the old one signed counts no more',
  '       npm run secrets -- rotate-key        a new sealing key, and every sealed value sealed again',
  '       npm run secrets -- drop-unreadable   for a lost sealing key: removes what only it could open',
].join('\n');

const acts: Record<string, (database: Database, keys: SealingKeys) => Promise<void>> = {
  list,
  revoke,
  'rotate-key': rotateKey,
  'drop-unreadable': drop,
};

await runAndExplainErrors(async () => {
  const [name = '', ...more] = readArguments({}, usage).positionals;
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (!act || more.length > 0) throw new Error(usage);
  const settings = await readSettingsOfSite();
  const keys = openSealingKeys(settings);
  const database = await openSiteDatabase(settings.DATABASE_URL, settings.DATA_DIR);
  try {
    await migrate(database);
    await act(database, keys);
  } finally {
    await database.close();
  }
});

async function list(database: Database, keys: SealingKeys): Promise<void> {
  const sealed = await listSealedValues(database.read);
  const lines = sealed.map(({ kind, value }) => `${kind}, sealed with ${sealingKeyOf(value)}`);
  for (const line of new Set(lines)) console.log(line);
  const ids = keys.read().map(({ id }) => id);
  console.log(`${keys.where}: ${ids.length > 0 ? `the sealing key ${ids.join(', ')}` : 'no sealing key'}`);
  expectUnsealable(sealed, keys);
}

async function revoke(database: Database, keys: SealingKeys): Promise<void> {
  await prepareSecrets(database, keys);
  await replaceSigningKey(database, keys);
  await note(database, 'signing key');
  console.log(
    'The signing key is new. What the old one signed counts no more: links to drafts end, open forms are sent again, browsers are no longer known.',
  );
}

async function rotateKey(database: Database, keys: SealingKeys): Promise<void> {
  await prepareSecrets(database, keys);
  const resealed = await rotateSealingKey(database, keys);
  await note(database, 'sealing key');
  console.log(`${resealed} values are sealed again, with the key ${keys.read()[0]?.id} of ${keys.where}.`);
  console.log(
    keys.removeOld
      ? 'The old key is no longer in the file. Store a copy of the new file, away from the backups.'
      : 'Now remove the old key from SECRETS_KEY, on every instance.',
  );
}

async function drop(database: Database, keys: SealingKeys): Promise<void> {
  const dropped = (await deleteUnreadableSecrets(database, keys)).join(', ');
  if (dropped !== '') await note(database, dropped);
  console.log(
    dropped === ''
      ? 'Every sealed value can be opened: nothing was removed.'
      : `Removed ${dropped}: the next start makes new keys.`,
  );
}

async function note(database: Database, reason: string): Promise<void> {
  const ctx = { em: database.fork(), read: database.read, viewer: null, now: new Date() };
  const request = { address: 'command line', logSecurity };
  await recordSecurityEvent({ ...ctx, request }, 'keys_rotated', { details: { reason } });
}
