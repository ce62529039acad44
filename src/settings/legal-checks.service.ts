import type { Connection } from '../database/ctx.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { GroupName, GroupValue } from '../shared/settings/groups.ts';
import { findMissingRetentionPeriods, findLegalProblems } from '../shared/settings/legal-documents.ts';
import { readDefaultsBasis, readGroup } from './settings.repository.ts';
import { groupValue } from './build-settings.service.ts';

/** @throws {RuleBroken} with the path of each legal text that cannot be shown yet, such as `imprint.text` */
export async function refuseUnfinishedLegalTexts(
  read: Connection,
  legal: GroupValue<'legal'>,
): Promise<void> {
  const company = await currentValue(read, 'company');
  const problems = findLegalProblems(legal, company, await currentValue(read, 'privacy'));
  if (Object.keys(problems).length > 0) throw new RuleBroken(problems);
}

/** @throws {RuleBroken} with the path of each retention period that is empty although a visible legal text states it */
export async function refuseMissingRetentionPeriods(
  read: Connection,
  figures: GroupValue<'privacy'>,
): Promise<void> {
  const problems = findMissingRetentionPeriods(await currentValue(read, 'legal'), figures);
  if (Object.keys(problems).length > 0) throw new RuleBroken(problems);
}

async function currentValue<G extends GroupName>(read: Connection, name: G): Promise<GroupValue<G>> {
  const stored = await readGroup(read, name);
  return groupValue(name, stored?.value, await readDefaultsBasis(read)) as GroupValue<G>;
}
