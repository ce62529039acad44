import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runAndExplainErrors } from '../run-command.ts';

await runAndExplainErrors(async () => {
  const settings = readSettings();
  await startServer(settings);
  // From the start of this process, so it includes a build.
  const seconds = (performance.now() / 1000).toFixed(1);
  process.stderr.write(`Ready at ${settings.PUBLIC_URL}, the panel at /admin, after ${seconds} s\n`);
});
