import type { OutdatedAccount } from '../backup/outdated-access.ts';
import { countFiles, countTableRows, type Manifest } from '../backup/manifest.ts';
import { type RestoreResult, restoreBackup, verifyBackup } from '../backup/restore.ts';
import { backupTargetOf } from '../services.ts';
import { openSealingKeys, type SealingKeys } from '../security/sealing.ts';
import { readSettings } from '../config/env.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { withProgress } from './progress.ts';
import { logSecurity } from './log-security.ts';

const usage = [
  'usage: npm run restore -- FILE            brings a backup into an empty place',
  '       npm run restore -- --verify FILE   proves a backup by restoring it aside',
  'for an encrypted backup: --identity FILE, or --passphrase-file FILE',
  '--replaces FOLDER | postgres://…   the database that is replaced: tells whose password or role is old again',
].join('\n');

const options = {
  verify: { type: 'boolean' },
  identity: { type: 'string' },
  'passphrase-file': { type: 'string' },
  replaces: { type: 'string' },
} as const;

await runAndExplainErrors(async () => {
  const { values, positionals } = readArguments(options, usage);
  const { verify: isProof, identity: identityFile, 'passphrase-file': passphraseFile, replaces } = values;
  const [file, ...more] = positionals;
  if (!file || more.length > 0 || (isProof && replaces)) throw new Error(usage);
  const settings = readSettings();
  const target = await backupTargetOf(settings);
  const opening = { identityFile, passphraseFile };
  await withProgress(async (show) => {
    const onProgress = (done: number, total: number) => show('Reading the backup', done / Math.max(total, 1));
    if (isProof) {
      const manifest = await verifyBackup(target, file, onProgress, opening);
      show.pause();
      console.log(`${file} can be restored: ${contentOf(manifest)}.`);
    } else {
      const restored = await restoreBackup(target, file, { onProgress, opening, replaced: replaces });
      show.pause();
      logRestored(restored);
      tell(restored, restored.oldAccounts, replaces !== undefined);
      tellLackingKeys(restored, openSealingKeys(settings));
    }
  });
});

function logRestored({ event_id, made_at }: RestoreResult): void {
  if (event_id === undefined) return;
  logSecurity({
    event: 'security',
    event_id,
    type: 'restored',
    user_id: null,
    user_name: null,
    email: null,
    address: 'command line',
    details: { reason: `backup of ${made_at}` },
  });
}

function contentOf(manifest: Manifest): string {
  return `${countTableRows(manifest)} rows and ${countFiles(manifest)} files of ${manifest.made_at}`;
}

function tell(manifest: Manifest, oldAccounts: OutdatedAccount[], isCompared: boolean): void {
  console.log(`Restored ${contentOf(manifest)}.`);
  console.log(
    'Sessions and reset links have ended: everybody signs in again. The signing key is new, so links to drafts have ended too.',
  );
  console.log(`Passwords, roles and accounts are those of ${manifest.made_at} again.`);
  console.log('Webhooks are off: switch them on in the panel.');
  console.log('People who were erased since then are back: erase them again (npm run privacy).');
  if (!isCompared) {
    console.log('To see whose are older than today, name the replaced database with --replaces.');
    return;
  }
  if (oldAccounts.length === 0) console.log('None of them is older than in the replaced database.');
  const warnings = {
    password: 'an old password counts again',
    role: 'an old role counts again',
    account: 'was deleted since, and is back',
    access: 'was deactivated since, and can sign in again',
  };
  for (const { name, email, what } of oldAccounts)
    console.log(`${name} (${email}): ${what.map((one) => warnings[one]).join('; ')}`);
}

function tellLackingKeys({ sealing_keys }: RestoreResult, keys: SealingKeys): void {
  const present = keys.read().map(({ id }) => id);
  const lacking = sealing_keys.filter((id) => !present.includes(id));
  if (lacking.length === 0) return;
  console.log(
    `The authenticator apps are sealed with the key ${lacking.join(', ')}, without which the server does not start: ` +
      `put it into ${keys.where} first. If it is lost, run npm run secrets -- drop-unreadable.`,
  );
}
