import type { Reader } from '../../database/ctx.ts';
import { personalData } from './personal-data.ts';
import {
  columnsWith,
  dependentRows,
  primaryKeyOf,
  type PersonalRow,
  ruleOf,
} from './personal-rows.repository.ts';

/** Returns the names of the tables whose rows belong to rows of this table. */
export function dependentTablesOf(table: string): string[] {
  return Object.keys(personalData).filter((name) => personalData[name]!.of?.[0] === table);
}

/**
 * Returns the keys of the private files that the given rows name. Includes the files of rows in other tables
 * that belong to the given rows.
 */
export async function filesOf(read: Reader, table: string, rows: readonly PersonalRow[]): Promise<string[]> {
  const files: string[] = [];
  const columns = columnsWith(ruleOf(table), 'file');
  for (const row of rows) {
    for (const column of columns) if (typeof row[column] === 'string') files.push(row[column]);
    for (const follower of dependentTablesOf(table)) {
      for await (const following of dependentRows(read, follower, row[primaryKeyOf(table)]))
        files.push(...(await filesOf(read, follower, [following])));
    }
  }
  return files;
}
