import { teamSections } from '../../../../src/shared/catalog.ts';
import { Portrait } from '../../components/portrait.tsx';
import { Chips } from '../../components/tag-list.tsx';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { RecordCard, type RowActions } from '../../list/record-card.tsx';
import type { RowOf } from '../../resource/resource-types.ts';
import classes from './member-card.module.css';

/** A team member in the list. */
export function MemberCard({ member, ...acts }: { member: RowOf<'team'> } & RowActions) {
  const { name, role, section, image, description, expertise } = member;
  return (
    <RecordCard
      {...acts}
      title={name}
      portrait={<Portrait key={image} path={image} picture={member.picture} />}
      facts={teamSections.find(({ value }) => value === section)?.label}
      detail={<CardDetail>{role}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <div className={classes.chips}>
        <Chips entries={expertise} />
      </div>
    </RecordCard>
  );
}
