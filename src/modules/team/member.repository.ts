import { tableOf } from '../../database/list/table.ts';
import { MemberView, sections } from './member.schema.ts';
import { teamFacts } from './team.facts.ts';

/** The members by section, in the order of docs/product.md, §9.4. */
export const memberTable = tableOf<MemberView>({
  name: 'members',
  view: MemberView,
  missing: 'There is no such team member.',
  pageSize: teamFacts.pageSize,
  order: { column: 'section', values: sections },
});
