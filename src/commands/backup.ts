import { makeBackup } from '../backup/backup.ts';
import { createIdentityFile } from '../backup/encryption.ts';
import { countFiles, countTableRows } from '../backup/manifest.ts';
import { backupTargetOf } from '../services.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { withProgress } from './progress.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage = [
  'usage: npm run backup -- FILE                          writes database and files into one archive, while the server runs',
  '       npm run backup -- FILE --recipient age1…        encrypts it, so that only the identity of the recipient opens it;',
  '                                                       without it, BACKUP_RECIPIENTS of the settings counts',
  '       npm run backup -- FILE --passphrase-file FILE   encrypts it with the passphrase on the first line of a file',
  '       npm run backup -- FILE --plain                  does not encrypt it, although BACKUP_RECIPIENTS is set',
  '       npm run backup -- --new-identity FILE           makes an identity, and prints its recipient',
].join('\n');

const options = {
  recipient: { type: 'string', multiple: true },
  'passphrase-file': { type: 'string' },
  plain: { type: 'boolean' },
  'new-identity': { type: 'string' },
} as const;

await runAndExplainErrors(async () => {
  const { values, positionals } = readArguments(options, usage);
  const { recipient, plain, 'passphrase-file': passphraseFile, 'new-identity': identityFile } = values;
  if (identityFile !== undefined) {
    if (positionals.length > 0) throw new Error(usage);
    const made = await createIdentityFile(identityFile);
    console.log(`${identityFile} opens the backups for ${made}`);
    console.log('Store that file, and a copy of it, away from this machine. Without it nobody can restore.');
    return;
  }
  const [file, ...more] = positionals;
  if (!file || more.length > 0 || (plain && (recipient || passphraseFile))) throw new Error(usage);
  const settings = await readSettingsOfSite();
  const usual = passphraseFile || plain ? [] : settings.BACKUP_RECIPIENTS;
  const encryption = { recipients: recipient ?? usual, passphraseFile };
  const isEncrypted = encryption.recipients.length > 0 || passphraseFile !== undefined;
  const target = await backupTargetOf(settings);
  const manifest = await withProgress((show) =>
    makeBackup(target, file, {
      encryption,
      onProgress: (done, total) => show('Copying files', done / Math.max(total, 1)),
    }),
  );
  for (const name of manifest.missing) console.log(`${name} is named by a row, and is not there`);
  console.log(`${file} holds ${countTableRows(manifest)} rows and ${countFiles(manifest)} files.`);
  console.log(
    isEncrypted
      ? 'It is encrypted. The server cannot read it: prove now and then that the identity or passphrase still opens it.'
      : 'It is not encrypted: whoever reads it has all accounts and messages. See --recipient.',
  );
  if (manifest.sealed_with.length > 0)
    console.log(
      `It does not hold the sealing key ${manifest.sealed_with.join(', ')}, which authenticator apps and webhooks need after a restore.`,
    );
});
