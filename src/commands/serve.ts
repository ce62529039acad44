import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { expectNoArguments, runAndExplainErrors } from '../run-command.ts';

expectNoArguments('start', 'builds if needed, migrates the database, and serves site, panel and API');
await runAndExplainErrors(async () => {
  const address = await startServer(readSettings());
  // From the start of this process, so it includes a build.
  const seconds = (performance.now() / 1000).toFixed(1);
  process.stderr.write(`Ready at ${address}, the panel at /admin, after ${seconds} s\n`);
});
