import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { teamSections } from '../../../../src/shared/catalog.ts';
import type { RowOf } from '../../resource/resource-types.ts';
import { CardDetail, CardText } from '../../ui/card-text.tsx';
import { Chips } from '../../ui/chips.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import type { CardActs } from '../../ui/list-screen.tsx';
import classes from './member-card.module.css';

/** A team member in the list. */
export function MemberCard({ member, ...acts }: { member: RowOf<'team'> } & CardActs) {
  const { name, role, section, image, description, expertise } = member;
  return (
    <ListCard
      {...acts}
      title={name}
      portrait={<Portrait key={image} path={image} small={member.picture?.sources[1]} />}
      facts={teamSections.find(({ value }) => value === section)?.label}
      detail={<CardDetail>{role}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <div className={classes.chips}>
        <Chips entries={expertise} />
      </div>
    </ListCard>
  );
}

type Source = NonNullable<RowOf<'team'>['picture']>['sources'][number];

function Portrait({ path, small }: { path: string | null; small: Source | undefined }) {
  const [isBroken, setBroken] = useState(false);
  if (!path || isBroken) {
    return (
      <div className={`${classes.portrait} ${classes.nobody}`}>
        <IconUser size={24} stroke={1.3} aria-hidden="true" />
      </div>
    );
  }
  return (
    <img
      className={classes.portrait}
      src={`/${path}`}
      srcSet={small?.srcset}
      sizes="6rem"
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
