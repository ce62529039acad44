import type { Connection } from '../../database/operation.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { GroupValue } from '../../shared/settings/groups.ts';
import { findUnfinished } from '../../shared/settings/legal.ts';
import { readGroup } from './settings.repository.ts';
import { groupValue } from './site-settings.service.ts';

/** @throws {RuleBroken} under the path of a text that cannot be shown yet, such as `imprint.text` */
export async function refuseUnfinished(read: Connection, legal: GroupValue<'legal'>): Promise<void> {
  const stored = await readGroup(read, 'company');
  const company = groupValue('company', stored?.value) as GroupValue<'company'>;
  const problems = findUnfinished(legal, company);
  if (Object.keys(problems).length > 0) throw new RuleBroken(problems);
}
