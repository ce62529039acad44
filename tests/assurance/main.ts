import { writeFile } from 'node:fs/promises';
import { expectNoArguments } from '../../src/run-command.ts';
import { pagePath, renderAssurancePage } from './assurance-page.ts';

expectNoArguments('assurance', `writes ${pagePath}`);
await writeFile(pagePath, await renderAssurancePage());
