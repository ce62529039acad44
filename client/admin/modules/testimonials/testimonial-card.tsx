import { Badge } from '@mantine/core';
import type { RowOf } from '../../resource/resource-types.ts';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { type CardActs, ListCard } from '../../list/record-card.tsx';
import { Portrait } from '../../components/portrait.tsx';

/** A testimonial in the list. */
export function TestimonialCard({ testimonial, ...acts }: { testimonial: RowOf<'testimonials'> } & CardActs) {
  const { quote, person, role, company, service, is_published, portrait, picture } = testimonial;
  return (
    <ListCard
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
    </ListCard>
  );
}
