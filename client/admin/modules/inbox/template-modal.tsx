import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { kindLabels, type Message } from './message-actions.ts';

interface TemplateModalProps {
  message: Message;
  /** Of the answer. */
  text: string;
  onClose: () => void;
}

/** Adds the answer to the templates of the settings, with placeholders for what belongs to this message. */
export function TemplateModal({ message, text: answer, onClose }: TemplateModalProps) {
  const { client, inbox } = trpc.useUtils();
  const reload = useServices().reload;
  const { name: me } = useCurrentUser();
  const [name, setName] = useState('');
  const [kind, setKind] = useState('all');
  const [text, setText] = useState(() => withPlaceholders(answer, message, me));
  const add = useMutation({
    mutationFn: async () => {
      const { value, version, language, trade } = await client.settings.one.query({ group: 'answers' });
      const templates = [...(value.templates as object[]), { name, kind, subject: '', text }];
      await client.settings.update.mutate({
        group: 'answers',
        value: { ...value, templates },
        version,
        language,
        trade,
      });
    },
    onSuccess: () => {
      notifySuccess('Template saved');
      onClose();
      void inbox.draftReply.invalidate();
      void reload(['settings']);
    },
  });
  return (
    <DialogForm
      title="Make a template of this answer"
      saveLabel="Save template"
      failure={add.error ? parseApiError(add.error) : undefined}
      isBusy={add.isPending}
      isKept
      isChecked
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={80}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {message.kind !== 'form' && (
        <NativeSelect
          label="For"
          value={kind}
          data={[
            { value: 'all', label: 'All messages' },
            { value: message.kind, label: kindLabels[message.kind] },
          ]}
          onChange={({ currentTarget: { value } }) => setKind(value)}
        />
      )}
      <Textarea
        label="Text"
        description="{name}, {subject}, {company}, {reference}, {job} and {me} are filled in."
        required
        withAsterisk={false}
        rows={9}
        resize="vertical"
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </DialogForm>
  );
}

/** A greeting may have one part of the name only. */
function withPlaceholders(text: string, { name, details }: Message, me: string): string {
  const whole = [
    [details.reference, '{reference}'],
    [details.job, '{job}'],
    [name, '{name}'],
    [me, '{me}'],
  ] as const;
  const [greeting = '', ...lines] = whole
    .reduce((filled, [fact, placeholder]) => replaceWord(filled, fact, placeholder), text)
    .split('\n');
  const named = name.split(/\s+/).reduce((line, part) => replaceWord(line, part, '{name}'), greeting);
  return [named, ...lines].join('\n');
}

const shortestFact = 3;

function replaceWord(text: string, fact: string | undefined, placeholder: string): string {
  if (!fact || fact.length < shortestFact) return text;
  const escaped = fact.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}{])${escaped}(?![\\p{L}\\p{N}}])`, 'gu'),
    () => placeholder,
  );
}
