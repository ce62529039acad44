import { buildClient } from '../build/client.ts';
import { isBuildStale } from '../build/freshness.js';
import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';

await runOrExplain(async () => {
  const settings = readSettings();
  if (isBuildStale()) await buildClient();
  await startServer(settings);
});
