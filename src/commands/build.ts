import { writeFile } from 'node:fs/promises';
import { stamp } from '../build-freshness.js';
import { buildClient } from '../client-build.ts';
import { runStep } from '../program.ts';
import { buildServer } from '../server-build.ts';

await runStep('Building the site and the panel', buildClient);
await runStep('Building the server', buildServer);
await writeFile(stamp, '');
