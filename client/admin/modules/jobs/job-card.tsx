import { Badge } from '@mantine/core';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { RecordCard, type RowActions } from '../../list/record-card.tsx';
import type { RowOf } from '../../resource/resource-types.ts';

/** A job in the list. */
export function JobCard({ job, ...acts }: { job: RowOf<'jobs'> } & RowActions) {
  const { title, location, department, description, is_active } = job;
  return (
    <RecordCard
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
    </RecordCard>
  );
}

function typeOf({ type, is_internship, duration }: RowOf<'jobs'>): string {
  if (!is_internship) return type;
  return duration ? `Internship - ${duration}` : 'Internship';
}
