import { writeFile } from 'node:fs/promises';
import { pagePath, renderAssurancePage } from './page.ts';

await writeFile(pagePath, await renderAssurancePage());
