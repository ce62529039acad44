import { writeFile } from 'node:fs/promises';
import { stamp } from '../build-freshness.js';
import { buildClient } from '../client-build.ts';
import { buildServer } from '../server-build.ts';

await buildClient();
await buildServer();
await writeFile(stamp, '');
