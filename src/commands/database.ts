import { copyToPostgresql } from '../backup/load-database.ts';
import { switchOffCopiedWebhooks } from '../backup/outdated-access.ts';
import { sqliteFile } from '../backup/manifest.ts';
import { backupTargetOf, openSiteDatabase } from '../services.ts';
import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { openSealingKeys } from '../security/sealing.ts';
import { withProgress } from './progress.ts';
import { expectSite } from './existing-site.ts';

const usage =
  'usage: npm run database -- copy --to postgres://…   copies every row of the SQLite file into an empty PostgreSQL';

await runAndExplainErrors(async () => {
  const { positionals, values } = readArguments({ to: { type: 'string', default: '' } }, usage);
  const [act, ...more] = positionals;
  const { to: url } = values;
  if (act !== 'copy' || !isPostgresql(url) || more.length > 0) throw new Error(usage);
  const settings = readSettings();
  await expectSite({ ...settings, DATABASE_URL: undefined });
  const target = await backupTargetOf(settings);
  const database = await openSiteDatabase(undefined, target.dataDir);
  await migrate(database).finally(() => database.close());
  const file = sqliteFile(target.dataDir);
  const tables = await withProgress((show) =>
    copyToPostgresql(target, file, url, (done, total) => show('Copying rows', done / Math.max(total, 1))),
  );
  await switchOffCopiedWebhooks(url);
  for (const [name, { rows }] of Object.entries(tables)) console.log(`${name}: ${rows}, the same`);
  console.log('Sessions and accounts went along: people stay signed in, and reset links still work.');
  console.log(
    `The signing key went along sealed: start with the same key, which is in ${openSealingKeys(settings).where}.`,
  );
  console.log('Webhooks are off in the copy: switch them on in the panel.');
  console.log('Set DATABASE_URL to it and start the server. What was written here meanwhile is not in it.');
});

function isPostgresql(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}
