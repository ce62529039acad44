import { Textarea, TextInput } from '@mantine/core';
import { EntriesField } from '../ui/entries-field.tsx';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { JobDraft } from './job-draft.ts';
import { JobTerms } from './job-terms.tsx';

interface JobFormProps {
  title: string;
  saveLabel: string;
  initial: JobDraft;
  save: { isPending: boolean; error: unknown };
  onSave: (draft: JobDraft) => void;
  onCancel: () => void;
}

/** One form to create and to edit. The browser asks for what is required; the server's messages stand under the fields. */
export function JobForm({ initial, save, onSave, ...shell }: JobFormProps) {
  const errors = useServerErrors(save.error, Object.keys(initial));
  const form = useDraft(initial, errors.of);
  const { draft, change, text } = form;
  return (
    <FormShell
      {...shell}
      isChecked
      isSaving={save.isPending}
      failure={errors.failure}
      onSave={() => onSave(draft)}
    >
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
        side={<JobTerms form={form} />}
      />
    </FormShell>
  );
}
