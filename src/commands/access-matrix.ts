import { writeFile } from 'node:fs/promises';
import { accessFile, listAccess, renderAccess } from '../access.ts';

await writeFile(accessFile, renderAccess(listAccess()));
