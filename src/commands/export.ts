import { migrate } from '../database/migrate.ts';
import { recordSecurityEvent } from '../modules/security-log/security-event.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { openFileStorage, openServices } from '../services.ts';
import { exportSite, prepareExportFolder } from '../transfer/site-export.ts';
import { withProgress } from './progress.ts';
import { logSecurity } from './log-security.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage =
  'usage: npm run export -- FOLDER   writes all content into an empty folder: JSON, pictures, documents';

await runAndExplainErrors(async () => {
  const [folder, ...more] = readArguments({}, usage).positionals;
  if (!folder || more.length > 0) throw new Error(usage);
  const settings = await readSettingsOfSite();
  // Before the security log notes it.
  await prepareExportFolder(folder);
  const { database, storage: uploads } = await openServices(settings);
  try {
    await migrate(database);
    const privateFiles = await openFileStorage(settings, 'private');
    const ctx = { em: database.fork(), read: database.read, viewer: null, now: new Date() };
    await recordSecurityEvent({ ...ctx, request: { address: 'command line', logSecurity } }, 'exported', {
      details: { call: 'export' },
    });
    await withProgress(async (show) => {
      const parts = { ...ctx, uploads, privateFiles };
      const { counts, missing } = await exportSite(parts, folder, (part) => show('Copying files', part));
      show.pause();
      for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`);
      for (const path of missing) console.log(`${path} is named, and was not there`);
      console.log(
        `Everything is in ${folder}. It holds what visitors wrote: keep it as safe as the site itself.`,
      );
    });
  } finally {
    await database.close();
  }
});
