import { Badge } from '@mantine/core';
import type { RowOf } from '../../resource/resource-types.ts';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { type CardActs, ListCard } from '../../list/record-card.tsx';

/** A job in the list. */
export function JobCard({ job, ...acts }: { job: RowOf<'jobs'> } & CardActs) {
  const { title, location, department, description, is_active } = job;
  return (
    <ListCard
      {...acts}
      title={title}
      facts={
        <>
          <span>{typeOf(job)}</span>
          <Badge tt="none" variant={is_active ? 'light' : 'default'}>
            {is_active ? 'Active' : 'Inactive'}
          </Badge>
        </>
      }
      detail={
        <CardDetail>
          <span>{department}</span> · <span>{location}</span>
        </CardDetail>
      }
    >
      <CardText>{description}</CardText>
    </ListCard>
  );
}

function typeOf({ type, is_internship, duration }: RowOf<'jobs'>): string {
  if (!is_internship) return type;
  return duration ? `Internship - ${duration}` : 'Internship';
}
