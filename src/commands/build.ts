import { writeFile } from 'node:fs/promises';
import { buildClient } from '../build/client.ts';
import { stamp } from '../build/freshness.js';
import { buildServer } from '../build/server.ts';
import { runStep } from '../program.ts';

await runStep('Building the site and the panel', buildClient);
await runStep('Building the server', buildServer);
await writeFile(stamp, '');
