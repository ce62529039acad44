import { Textarea } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { maxMessageNoteLetters } from '../../../../src/shared/enumerations.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { field, type FormDefinition } from '../../form/form-definition.ts';
import type { Stored } from '../../form/form-merge.ts';
import { FormElement, MessageArea, SaveButton, SaveMessages } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import type { SubmitOptions } from '../../form/submit-record.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { useInboxRefresh } from './message-actions.ts';
import classes from './message-workflow.module.css';
import { useSendKeys } from './use-send-keys.ts';

interface NoteValues {
  text: string;
}

interface NoteFormProps {
  id: number;
  onAdded: () => void;
  /** Marks the message as done. */
  onFinish: () => void;
}

export function NoteForm({ onAdded, ...props }: NoteFormProps) {
  const [notes, setNotes] = useState(0);
  const begin = () => {
    // The new key empties the form.
    setNotes(notes + 1);
    onAdded();
  };
  return <OneNote key={notes} {...props} onAdded={begin} />;
}

function OneNote({ id, onAdded, onFinish }: NoteFormProps) {
  const area = useRef<HTMLDivElement>(null);
  const { client } = trpc.useUtils();
  const [definition] = useState(
    (): FormDefinition<NoteValues, NoteValues & Stored> => ({
      name: `inbox-note-${id}`,
      fields: [field('text', 'Note')],
      toValues: ({ text }) => ({ text }),
    }),
  );
  const add = async ({ text }: NoteValues, options: SubmitOptions): Promise<NoteValues> => {
    const { event } = await client.inbox.note.mutate({ id, text }, options);
    return { text: event.text ?? '' };
  };
  const form = useRecordForm(
    definition,
    {
      create: add,
      refresh: useInboxRefresh(),
    },
    { defaultValues: { text: '' }, successMessage: 'Note added', onSuccess: onAdded },
  );
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  useSendKeys({
    area,
    labels: { send: 'Add the note', finish: 'Add the note and mark as done' },
    submit: form.submit,
    onFinish,
  });
  if (form.guard.isRevoked) return null;
  return (
    <div ref={area}>
      <FormElement form={form} problem={failure} className={classes.noteForm} onSave={form.submit}>
        <FormAlerts form={form} />
        <Textarea
          label="Note"
          description="For colleagues only"
          rows={3}
          data-note
          maxLength={maxMessageNoteLetters}
          value={form.values.text}
          error={failure?.fields.text}
          onChange={({ currentTarget }) => form.setValues({ text: currentTarget.value })}
        />
        <MessageArea failure={failure}>
          <SaveMessages form={form} failure={failure} />
        </MessageArea>
        <div className={classes.noteActs}>
          <SaveButton form={form} label="Add note" />
        </div>
      </FormElement>
      <SignInAgainDialog guard={form.guard} />
    </div>
  );
}
