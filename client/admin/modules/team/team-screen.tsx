import { Box } from '@mantine/core';
import { memberColumns } from '../../../../src/modules/team/team.facts.ts';
import { labelOfValue } from '../../../../src/shared/settings/choices.ts';
import { sitePaths } from '../../../shared/site-paths.ts';
import { useChoices } from '../../components/choices-context.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { type CommonCardParts, CardDetail, CardText, Portrait, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import type { RowOf } from '../../resource/resource-types.ts';

/** While the dialog of a member is open, the page does not show the list. */
export const teamPages = defineResource('team', {
  columns: memberColumns,
  nouns: { one: 'team member', many: 'team members' },
  words: {
    list: 'Team Management',
    create: 'Add Team Member',
    edit: 'Edit Team Member',
    saveStored: 'Update',
    created: 'Team member added',
    total: 'Total members',
    first: 'Get started by adding your first team member!',
    noneInGroup: (section) => `No team members found in section "${section}"`,
    deleteTitle: 'Delete Team Member',
    deleteQuestion: (name) =>
      `Are you sure you want to remove "${name}" from the team? This action cannot be undone.`,
    deleteAnswer: 'Delete Member',
    trash: 'Team Trash',
  },
  title: 'name',
  groups: 'section',
  sitePath: sitePaths.team,
  card: (member, acts) => <MemberCard key={member.id} member={member} {...acts} />,
  hasWidePictures: false,
  frame: async () => (await import('./member-form.tsx')).MemberForm,
  empty: { section: 'leadership' },
  renamed: { skill: 'expertise_pending', image_alt: 'alt' },
});

function MemberCard({ member, ...acts }: { member: RowOf<'team'> } & CommonCardParts) {
  const { name, role, section, image, description, expertise } = member;
  return (
    <RecordCard
      {...acts}
      title={name}
      portrait={<Portrait key={image} path={image} picture={member.picture} />}
      facts={labelOfValue(useChoices().team_sections, section)}
      detail={<CardDetail>{role}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <Box mt="auto" pb={8}>
        <TagList entries={expertise} />
      </Box>
    </RecordCard>
  );
}
