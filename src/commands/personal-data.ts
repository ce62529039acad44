import { writeFile } from 'node:fs/promises';
import { personalDataFile, renderPersonalData } from '../personal-data-page.ts';

await writeFile(personalDataFile, renderPersonalData());
