import { writeFile } from 'node:fs/promises';
import { pagePath, writePage } from './page.ts';

await writeFile(pagePath, await writePage());
