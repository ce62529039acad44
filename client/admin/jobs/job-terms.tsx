import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { jobTypes } from '../../../src/shared/catalog.ts';
import type { bindFields } from '../forms/bind-fields.ts';
import type { JobDraft } from './job-draft.ts';

interface JobTermsProps {
  draft: JobDraft;
  fields: ReturnType<typeof bindFields<JobDraft, string | undefined>>;
}

/** The side of a job's form: what kind of work it is, where, and how people apply. */
export function JobTerms({ draft, fields: { text, tick } }: JobTermsProps) {
  return (
    <>
      <NativeSelect label="Type" data={jobTypes} {...text('type')} />
      <Checkbox
        label="Internship"
        description={
          draft.type === 'Internship' && !draft.is_internship
            ? 'Tick it to list this job among the internships'
            : undefined
        }
        {...tick('is_internship')}
      />
      {draft.is_internship && (
        <TextInput label="Duration" placeholder="e.g., 3 months" {...text('duration')} />
      )}
      <TextInput label="Department" required withAsterisk={false} {...text('department')} />
      <TextInput label="Location" required withAsterisk={false} {...text('location')} />
      <TextInput
        label="Application link"
        description="Optional. Without one, people apply on our own site."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="url"
        {...text('application_link')}
      />
      <Checkbox label="Active" description="Inactive jobs are not shown on the site" {...tick('is_active')} />
    </>
  );
}
