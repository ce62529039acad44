import { writeFile } from 'node:fs/promises';
import { buildClient, compressClient } from '../build/client.ts';
import { stamp } from '../build/freshness.js';
import { buildPasswordFilter } from '../build/password-filter.ts';
import { buildServer } from '../build/server.ts';
import { runStep } from '../command-line.ts';

await runStep('Building the site and the panel', buildClient);
const compressed = compressClient();
// Other threads compress the client's files meanwhile.
const others = async () => {
  await runStep('Building the server', buildServer);
  await runStep('Building the list of common passwords', () => buildPasswordFilter());
  await runStep('Compressing what browsers load', () => compressed);
};
await Promise.all([compressed, others()]);
await writeFile(stamp, '');
