import type { Settings } from './config/env.ts';
import { type AppServices, openFileStorage } from './services.ts';
import { loadSamples } from './transfer/samples.ts';

/** Fills the modules that have no rows. `tell` gets the number of items loaded so far. */
export async function loadSampleContent(
  { database, pictures, storage: uploads, quarantine }: AppServices,
  settings: Settings,
  tell?: (count: number) => void,
): Promise<void> {
  const ctx = {
    em: database.fork(),
    read: database.read,
    viewer: null,
    now: new Date(),
    pictures,
    uploads,
    privateFiles: await openFileStorage(settings, 'private'),
    quarantine,
    warn: (line: string) => process.stderr.write(`${line}\n`),
  };
  await loadSamples(ctx, tell ? { tell } : {});
}
