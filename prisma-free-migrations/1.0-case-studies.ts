import { addColumns, type Db } from './schema.ts';

/** One sentence about what a project achieved. Projects from before have none. */
export async function addResultLine(db: Db): Promise<void> {
  await addColumns(db, 'projects', { result_line: 'text?' });
}
