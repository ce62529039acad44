import { Textarea, TextInput } from '@mantine/core';
import { bindFields } from '../forms/bind-fields.ts';
import { EntriesField } from '../ui/entries-field.tsx';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useServerErrors } from '../ui/use-server-errors.ts';
import { emptyJob } from './job-draft.ts';
import { JobTerms } from './job-terms.tsx';
import type { JobFormState } from './use-job-form.ts';

interface JobFormProps {
  title: string;
  saveLabel: string;
  form: JobFormState;
  onCancel: () => void;
}

const shown = Object.keys(emptyJob);

/** One form to create and to edit. The browser asks for what is required; the server's messages stand under the fields. */
export function JobForm({ form, ...shell }: JobFormProps) {
  const errors = useServerErrors(form.error, shown);
  const { draft, change } = form;
  const fields = bindFields(form, errors.of);
  const { text } = fields;
  return (
    <FormShell {...shell} form={form} isChecked failure={errors.failure}>
      <FormColumns
        main={
          <>
            <TextInput label="Title" required withAsterisk={false} {...text('title')} />
            <Textarea label="Description" rows={9} required withAsterisk={false} {...text('description')} />
            <EntriesField
              legend="Requirements"
              noun="Requirement"
              entries={draft.requirements}
              error={errors.of('requirements')}
              onChange={(requirements) => change({ requirements })}
            />
            <EntriesField
              legend="Responsibilities"
              noun="Responsibility"
              entries={draft.responsibilities}
              error={errors.of('responsibilities')}
              onChange={(responsibilities) => change({ responsibilities })}
            />
          </>
        }
        side={<JobTerms draft={draft} fields={fields} />}
      />
    </FormShell>
  );
}
