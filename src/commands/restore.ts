import { countFiles, countRows } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
import { openBackupTarget } from '../backup-target.ts';
import { readSettings } from '../config/env.ts';
import { runOrExplain } from '../program.ts';
import { withProgress } from './progress.ts';

const usage = [
  'usage: npm run restore -- FILE            brings a backup into an empty place',
  '       npm run restore -- --verify FILE   proves a backup by restoring it aside',
].join('\n');

await runOrExplain(async () => {
  const given = process.argv.slice(2);
  const isProof = given.includes('--verify');
  const [file, ...more] = given.filter((word) => word !== '--verify');
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(usage);
  const target = await openBackupTarget(readSettings());
  const act = isProof ? verifyBackup : restoreBackup;
  const manifest = await withProgress((show) =>
    act(target, file, (done, total) => show('Reading the backup', done / Math.max(total, 1))),
  );
  const content = `${countRows(manifest)} rows and ${countFiles(manifest)} files of ${manifest.made_at}`;
  console.log(isProof ? `${file} can be restored: ${content}.` : `Restored ${content}.`);
});
