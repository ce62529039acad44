import IconPaperclip from 'icon:paperclip';
import { Button, Checkbox, FileInput, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { maxAnswerLetters } from '../../../../src/shared/enumerations.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { field, type FormDefinition } from '../../form/form-definition.ts';
import type { StoredRow } from '../../form/form-merge.ts';
import { FormElement, SaveFailure } from '../../form/form-page.tsx';
import { SignInAgain } from '../../form/session-expired-modal.tsx';
import type { SubmitOptions } from '../../form/submit-record.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { LibraryButton } from '../../library/library-button.tsx';
import { type Message, useInboxRefresh } from './message-actions.ts';
import { MissedAnswer } from './missed-answer.tsx';
import classes from './reply-form.module.css';

type Draft = ApiOutputs['inbox']['draftReply'];

interface ReplyValues {
  text: string;
  subject: string;
  quote: boolean;
  pictures: number[];
  file_1: File | undefined;
  file_2: File | undefined;
  file_3: File | undefined;
  file_4: File | undefined;
  file_5: File | undefined;
}
type ReplyRow = ReplyValues & StoredRow;

const fileNames = ['file_1', 'file_2', 'file_3', 'file_4', 'file_5'] as const;

interface ReplyFormProps {
  message: Message;
  draft: Draft;
  /** The words of an answer that was cancelled or did not arrive. */
  words: string;
  /** The newest event of the timeline when the person began to write. */
  lastEvent: number;
  onClose: () => void;
}

/** Writes an answer to a message. Unsent words are stored in this browser and on the server. */
export function ReplyForm({ message, draft, words, lastEvent, onClose }: ReplyFormProps) {
  const { id, name, email } = message;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const { client } = trpc.useUtils();
  const seen = useRef(lastEvent);
  const [definition] = useState(
    (): FormDefinition<ReplyValues, ReplyRow> => ({
      name: `inbox-reply-${id}`,
      belongsTo: { module: 'inbox', itemId: id },
      isWrittenOnce: true,
      hasFiles: true,
      fields: [
        field('text', 'Answer'),
        field('subject', 'Subject'),
        field('quote', 'Quote the message'),
        { label: 'Pictures', names: ['pictures'], format: ({ pictures }) => countOf(pictures.length) },
        { label: 'Files', names: [...fileNames], format: (values) => namesOf(values).join(', ') },
      ],
      toValues: ({ id: _, version: __, updated_at: ___, ...values }) => values,
    }),
  );
  const send = async (values: ReplyValues, options: SubmitOptions): Promise<ReplyRow> => {
    const { event } = await client.inbox.reply.mutate(
      { id, ...values, last_event: seen.current } as never,
      options,
    );
    return { ...values, id: event.id, version: 1, updated_at: event.created_at };
  };
  const form = useRecordForm(
    definition,
    {
      create: send,
      // The answer to an earlier attempt was lost, and the words have changed since. That answer is cancelled while it waits.
      update: async (values, row, options) => {
        await client.inbox.removeReply.mutate({ id: row.id });
        return send(values, options);
      },
      refresh: useInboxRefresh(),
    },
    {
      defaultValues: {
        text: words,
        subject: draft.subject,
        quote: true,
        pictures: [],
        file_1: undefined,
        file_2: undefined,
        file_3: undefined,
        file_4: undefined,
        file_5: undefined,
      },
      successMessage: 'The answer goes out in 10 seconds',
      onSuccess: onClose,
    },
  );
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  if (form.guard.isRevoked) return null;
  const { values, setValues } = form;
  const files = fileNames.flatMap((one) => values[one] ?? []);
  const insertTemplate = (key: string) => {
    const template = draft.templates.find((one) => one.key === key);
    if (!template) return;
    const text = values.text.trim() ? `${values.text.trimEnd()}\n\n${template.text}` : template.text;
    const subject = draft.is_subject_fixed || !template.subject ? values.subject : template.subject;
    setValues({ text, subject });
  };
  const missed = failure?.status === 409 ? (failure.current as MissedEvent | undefined) : undefined;
  return (
    <section aria-label="Answer" className={classes.reply}>
      <FormElement form={form} problem={failure} className={classes.form} onSave={form.submit}>
        <FormAlerts form={form} />
        {missed ? (
          <MissedAnswer
            id={id}
            event={missed}
            words={values.text}
            onSend={() => {
              seen.current = missed.id;
              void form.submit();
            }}
            onKept={() => {
              form.discard();
              onClose();
            }}
          />
        ) : (
          <SaveFailure failure={failure} title="Not sent" />
        )}
        <dl className={classes.facts}>
          <dt>To</dt>
          <dd dir="auto">
            {name} &lt;{email}&gt;
          </dd>
          <dt>From</dt>
          <dd>{draft.from}</dd>
          <dt>Replies go to</dt>
          <dd>{draft.answers_to ?? 'the sender’s address above'}</dd>
        </dl>
        <div className={classes.head}>
          <TextInput
            label="Subject"
            maxLength={200}
            value={values.subject}
            readOnly={draft.is_subject_fixed}
            {...(draft.is_subject_fixed && { description: 'The same in all answers to a message' })}
            error={failure?.fields.subject}
            onChange={({ currentTarget: { value } }) => setValues({ subject: value })}
          />
          {draft.templates.length > 0 && (
            <NativeSelect
              label="Template"
              value=""
              data={[
                { value: '', label: 'Insert a template' },
                ...draft.templates.map(({ key, name: label }) => ({ value: key, label })),
              ]}
              onChange={({ currentTarget: { value } }) => insertTemplate(value)}
            />
          )}
        </div>
        <Textarea
          label="Answer"
          ref={area}
          data-reply
          data-autofocus
          rows={9}
          resize="vertical"
          maxLength={maxAnswerLetters}
          dir="auto"
          value={values.text}
          error={failure?.fields.text}
          onChange={({ currentTarget: { value } }) => setValues({ text: value })}
        />
        {draft.signature && (
          <Text component="div" className={classes.signature!}>
            {draft.signature}
          </Text>
        )}
        <Checkbox
          label="Quote the message below"
          checked={values.quote}
          onChange={({ currentTarget: { checked } }) => setValues({ quote: checked })}
        />
        <FileInput
          label="Files"
          description="Up to five PDFs of 5 MB, 10 MB together"
          placeholder="Choose PDFs"
          accept="application/pdf"
          multiple
          clearable
          clearButtonProps={{ 'aria-label': 'Remove files' }}
          leftSection={<IconPaperclip size={16} stroke={1.6} />}
          value={files}
          error={failure?.fields.files ?? fileNames.map((one) => failure?.fields[one]).find(Boolean)}
          onChange={(chosen) =>
            setValues(Object.fromEntries(fileNames.map((one, index) => [one, chosen[index]])))
          }
        />
        {draft.may_add_pictures && (
          <Group gap="sm">
            <LibraryButton
              multiple
              purpose="pictures for the answer"
              onPick={(items) =>
                setValues({ pictures: items.map((item) => item.id).slice(0, fileNames.length) })
              }
            />
            {values.pictures.length > 0 && (
              <>
                <span>{countOf(values.pictures.length)}</span>
                <Button variant="subtle" onClick={() => setValues({ pictures: [] })}>
                  Remove pictures
                </Button>
              </>
            )}
            {failure?.fields.pictures && <Text c="signal">{failure.fields.pictures}</Text>}
          </Group>
        )}
        <div className={classes.acts}>
          <Button variant="subtle" onClick={onClose}>
            Keep for later
          </Button>
          <Button
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Discard
          </Button>
          <Button type="submit" aria-disabled={form.isSubmitting}>
            {form.isSubmitting ? 'Sending...' : 'Send answer'}
          </Button>
        </div>
      </FormElement>
      <SignInAgain guard={form.guard} />
    </section>
  );
}

export type MissedEvent = ApiOutputs['inbox']['one']['events'][number];

function namesOf(values: ReplyValues): string[] {
  return fileNames.flatMap((one) => values[one]?.name ?? []);
}

function countOf(pictures: number): string {
  if (pictures === 0) return '';
  return pictures === 1 ? '1 picture' : `${pictures} pictures`;
}
