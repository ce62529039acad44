import type { testimonialColumns } from '../../../../src/modules/testimonials/testimonials.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import type { FormParts } from '../../resource/resource-types.ts';

/**
 * The form of a testimonial: quote and person, and beside them the service. The server validates the fields.
 */
export function TestimonialForm({ Field }: FormParts<typeof testimonialColumns>) {
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
          <Field name="portrait" isUpright hint="Portrait format, max 10MB" />
          <Field name="is_published" description="Publish only what the client has agreed to" />
        </>
      }
    />
  );
}
