import { writeFile } from 'node:fs/promises';
import { buildClient, compressClient } from '../build/client.ts';
import { stamp } from '../build/freshness.js';
import { buildPasswordFilter } from '../build/password-filter.ts';
import { buildServer } from '../build/server.ts';
import { expectNoArguments, runStepWithProgress } from '../run-command.ts';

expectNoArguments('build', 'builds site, panel and server');
await runStepWithProgress('Building the site and the panel', buildClient);
const compressed = compressClient();
// Other threads compress the client's files meanwhile.
const others = async () => {
  await runStepWithProgress('Building the server', buildServer);
  await runStepWithProgress('Building the list of common passwords', () => buildPasswordFilter());
  await runStepWithProgress('Compressing what browsers load', () => compressed);
};
await Promise.all([compressed, others()]);
await writeFile(stamp, '');
