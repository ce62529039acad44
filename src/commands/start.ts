import { buildClient, isBuildStale } from '../client-build.ts';
import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';

await runOrExplain(async () => {
  const settings = readSettings();
  if (await isBuildStale()) await buildClient();
  await startServer(settings);
});
