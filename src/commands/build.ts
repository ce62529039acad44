import { writeFile } from 'node:fs/promises';
import { buildClient } from '../build/client.ts';
import { stamp } from '../build/freshness.js';
import { buildPasswordFilter } from '../build/passwords.ts';
import { buildServer } from '../build/server.ts';
import { runStep } from '../program.ts';

await runStep('Building the site and the panel', buildClient);
await runStep('Building the server', buildServer);
await runStep('Building the list of common passwords', () => buildPasswordFilter());
await writeFile(stamp, '');
