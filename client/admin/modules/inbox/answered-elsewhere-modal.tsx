import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { maxMessageNoteLetters, answerChannels } from '../../../../src/shared/enumerations.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { useInboxRefresh } from './message-actions.ts';

const kinds = [
  { value: 'answered', label: 'We answered' },
  { value: 'incoming', label: 'The visitor answered' },
] as const;

const channels = { mail: 'By mail', phone: 'By phone', person: 'In person' } as const;

/** An answer of the company or the visitor outside the panel, such as by phone. */
export function AnsweredElsewhereModal({
  id,
  title,
  onClose,
}: {
  id: number;
  title: string;
  onClose: () => void;
}) {
  const refresh = useInboxRefresh();
  const [type, setType] = useState<(typeof kinds)[number]['value']>('answered');
  const [by, setBy] = useState<keyof typeof channels>('mail');
  const [text, setText] = useState('');
  const note = trpc.inbox.note.useMutation({
    meta: { done: 'Answer noted' },
    onSuccess: async () => {
      onClose();
      await refresh();
    },
  });
  const failure = note.error ? parseApiError(note.error) : undefined;
  return (
    <DialogForm
      title={title}
      saveLabel="Answered elsewhere"
      failure={failure?.fields.text ? undefined : failure}
      isBusy={note.isPending}
      isKept={text !== ''}
      onSubmit={() => note.mutate({ id, type, by, text })}
      onClose={onClose}
    >
      <NativeSelect
        label="Who"
        value={type}
        data={kinds.map(({ value, label }) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          setType(kinds.find((one) => one.value === value)?.value ?? 'answered')
        }
      />
      <NativeSelect
        label="How"
        value={by}
        data={answerChannels.map((value) => ({ value, label: channels[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setBy(answerChannels.find((one) => one === value) ?? 'mail')
        }
      />
      <Textarea
        label="What was said"
        rows={4}
        data-autofocus
        maxLength={maxMessageNoteLetters}
        value={text}
        error={failure?.fields.text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </DialogForm>
  );
}
