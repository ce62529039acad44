import { writeFile } from 'node:fs/promises';
import { accessFile, listProcedureAccess, renderAccess } from '../access-matrix.ts';

await writeFile(accessFile, renderAccess(listProcedureAccess()));
