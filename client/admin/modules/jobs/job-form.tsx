import type { jobColumns } from '../../../../src/modules/jobs/jobs.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import type { FormParts } from '../../resource/resource-types.ts';

/** The form of a job: the description, and beside it type, location and application. */
export function JobForm({ draft, Field }: FormParts<typeof jobColumns>) {
  const isUnticked = draft.type === 'Internship' && !draft.is_internship;
  return (
    <FormColumns
      main={
        <>
          <Field name="title" isRequired />
          <Field name="description" rows={9} isRequired />
          <Field name="requirements" />
          <Field name="responsibilities" />
        </>
      }
      side={
        <>
          <Field name="type" />
          <Field
            name="is_internship"
            description={isUnticked ? 'Select this to list the job as an internship.' : undefined}
          />
          {draft.is_internship && <Field name="duration" placeholder="e.g., 3 months" />}
          <Field name="department" isRequired />
          <Field name="location" isRequired />
          <Field
            name="application_link"
            description="Optional. Leave empty to accept applications on this site."
          />
          <Field name="is_active" description="Inactive jobs are hidden on the site." />
        </>
      }
    />
  );
}
