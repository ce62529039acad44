import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';
import { isBuildStale } from './build-stamp.ts';

await runOrExplain(async () => {
  const settings = readSettings();
  if (await isBuildStale()) {
    // Loaded only now: the builder is far larger than the server.
    const { buildClient } = await import('./build.ts');
    await buildClient();
  }
  await startServer(settings);
});
