import { testimonialColumns } from '../../../../src/modules/testimonials/testimonials.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import {
  type CommonCardParts,
  CardDetail,
  CardText,
  Portrait,
  PublishedBadge,
  RecordCard,
} from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';

export const testimonialsPages = defineResource('testimonials', {
  columns: testimonialColumns,
  nouns: { one: 'testimonial', many: 'testimonials' },
  title: 'person',
  groups: 'service',
  card: (row, acts) => <TestimonialCard key={row.id} testimonial={row} {...acts} />,
  hasWidePictures: false,
  form: TestimonialForm,
});

function TestimonialCard({ testimonial, ...acts }: { testimonial: RowOf<'testimonials'> } & CommonCardParts) {
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
      <PublishedBadge isPublished={is_published} />
    </RecordCard>
  );
}

/**
 * The fields in the form of a testimonial: quote and person in the main column; service, project, portrait
 * and publication in the side column. Only the server validates the values.
 */
function TestimonialForm({ Field }: FormLayoutProps<typeof testimonialColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="quote" rows={6} />
          <Field name="person" />
          <Field name="role" />
          <Field name="company" />
        </>
      }
      side={
        <>
          <Field name="service" />
          <Field name="project_id" description="Its page shows the testimonial" />
          <Field name="portrait" isUpright hint="Portrait format, max 10MB" />
          <Field name="is_published" description="Publish only what the client has agreed to" />
        </>
      }
    />
  );
}
