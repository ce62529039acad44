import { writeFile } from 'node:fs/promises';
import { accessFile, listAccess, renderAccess } from '../access-matrix.ts';

await writeFile(accessFile, renderAccess(listAccess()));
