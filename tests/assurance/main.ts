import { writeFile } from 'node:fs/promises';
import { pagePath, renderAssurancePage } from './assurance-page.ts';

await writeFile(pagePath, await renderAssurancePage());
