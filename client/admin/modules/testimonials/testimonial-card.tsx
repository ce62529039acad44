import { Badge } from '@mantine/core';
import { Portrait } from '../../components/portrait.tsx';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { RecordCard, type RowActions } from '../../list/record-card.tsx';
import type { RowOf } from '../../resource/resource-types.ts';

/** A testimonial in the list. */
export function TestimonialCard({
  testimonial,
  ...acts
}: { testimonial: RowOf<'testimonials'> } & RowActions) {
  const { quote, person, role, company, service, is_published, portrait, picture } = testimonial;
  return (
    <RecordCard
      {...acts}
      title={person}
      portrait={<Portrait key={portrait} path={portrait} picture={picture} />}
      facts={service}
      detail={
        <CardDetail>
          <span>{role}</span> · <span>{company}</span>
        </CardDetail>
      }
    >
      <CardText>{quote}</CardText>
      <Badge tt="none" mt="auto" mb="xs" variant={is_published ? 'light' : 'default'}>
        {is_published ? 'Published' : 'Draft'}
      </Badge>
    </RecordCard>
  );
}
