import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runAndExplainErrors } from '../run-command.ts';

await runAndExplainErrors(async () => {
  const address = await startServer(readSettings());
  // From the start of this process, so it includes a build.
  const seconds = (performance.now() / 1000).toFixed(1);
  process.stderr.write(`Ready at ${address}, the panel at /admin, after ${seconds} s\n`);
});
