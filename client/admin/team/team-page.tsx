import { keepPreviousData } from '@tanstack/react-query';
import { teamFacts } from '../../../src/modules/team/team.facts.ts';
import { teamSections } from '../../../src/shared/catalog.ts';
import { trpc } from '../../lib/trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { useListAddress } from '../ui/use-list-address.ts';
import { useTrash } from '../ui/use-trash.ts';
import { MemberCard } from './member-card.tsx';
import { teamAddress } from './team-address.ts';
import { useTeamTrash } from './use-team-trash.ts';

/** The team, by section. */
export function TeamPage() {
  const list = useListAddress(teamFacts.pageSize);
  const section = teamSections.find(({ value }) => value === list.get('section'));
  const query = trpc.team.list.useQuery(
    { page: list.page, before: list.before, per_page: teamFacts.pageSize, section: section?.value },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => query.data?.team.find((member) => member.id === id)?.name;
  const { throwing } = useTrash(useTeamTrash(), titleOf);
  const remove = trpc.team.remove.useMutation(throwing);
  const hint = section
    ? `No team members found in section "${section.label}"`
    : 'Get started by adding your first team member!';
  return (
    <ListScreen
      title="Team Management"
      createLabel="Add Team Member"
      address={teamAddress}
      list={list}
      query={query}
      subject="The team members"
      totalLabel="Total members"
      groups={{
        name: 'section',
        label: 'Section',
        allLabel: 'All Sections',
        options: teamSections,
        value: section?.value,
      }}
      rowsOf={(page) => page.team}
      card={(member, acts) => <MemberCard key={member.id} member={member} {...acts} />}
      hasPictures={false}
      empty={<Notice title="No team members found" text={hint} />}
      deletion={{
        title: 'Delete Team Member',
        question: ({ name }) =>
          `Are you sure you want to remove "${name}" from the team? This action cannot be undone.`,
        answer: 'Delete Member',
        remove,
      }}
    />
  );
}
