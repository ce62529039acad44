import type { OperationContext } from '../../database/operation.ts';
import { Conflict } from '../../shared/errors.ts';
import { defineModule } from '../kit/define-module.ts';
import type { Shown } from '../kit/schemas-of.ts';
import type { EditorialWork } from '../records/records.service.ts';
import { memberColumns } from './team.facts.ts';

export const team = defineModule('team', {
  columns: memberColumns,
  missing: 'There is no such team member.',
  title: 'name',
  logged: ['name', 'role', 'section'],
  search: ['name', 'role'],
  indexes: [['section', 'id']],
  summaries: {
    list: 'List team members',
    create: 'Add a team member',
    update: 'Change a team member',
    remove: 'Remove a team member',
  },
  lists: { filters: ['section'], groups: 'section', order: 'section' },
  starter: async () => (await import('./team.starter.ts')).starter,
});

export const Member = team.entity;
export type Member = InstanceType<typeof Member>;

export async function listTeam(work: OperationContext): Promise<Shown<typeof memberColumns>[]> {
  return team.showAll(work, (await team.table.all(work.read)).map(team.toView));
}

/** Removes the photo of a member. @throws {NotFound} · {Conflict} when there is no photo */
export async function removePhoto(work: EditorialWork, id: number): Promise<void> {
  await team.rows.update(work, { id }, (member) => {
    if (!member.image) throw new Conflict('This team member has no photo.');
    member.revise({ image: null }, work.now);
  });
}
