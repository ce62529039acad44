import { makeBackup } from '../backup/backup.ts';
import { countFiles, countRows } from '../backup/manifest.ts';
import { openBackupTarget } from '../backup-target.ts';
import { readSettings } from '../config/env.ts';
import { runOrExplain } from '../program.ts';
import { withProgress } from './progress.ts';

const usage =
  'usage: npm run backup -- FILE   writes database and files into one archive, while the server runs';

await runOrExplain(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(usage);
  const target = await openBackupTarget(readSettings());
  const manifest = await withProgress((show) =>
    makeBackup(target, file, {
      onProgress: (done, total) => show('Copying files', done / Math.max(total, 1)),
    }),
  );
  for (const name of manifest.missing) console.log(`${name} is named by a row, and is not there`);
  console.log(`${file} holds ${countRows(manifest)} rows and ${countFiles(manifest)} files.`);
});
