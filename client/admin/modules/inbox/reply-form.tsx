import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  NativeSelect,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import IconPaperclip from 'icon:paperclip';
import { useEffect, useMemo, useRef, useState } from 'react';
import { maxMessageAnswerLetters } from '../../../../src/shared/enumerations.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { formatTimeOrDateTime } from '../../core/format-dates.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveBar } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import { LibraryButton } from '../../library/library-button.tsx';
import { type Message, useInboxRefresh, useOpenedMessage } from './message-actions.ts';
import classes from './reply-form.module.css';
import { TemplateModal } from './template-modal.tsx';
import { type Draft, fileFieldNames, formatLibraryFileCount, useReplyForm } from './use-reply-form.ts';
import { useSendKeys } from './use-send-keys.ts';
import type { TimelineEvent } from './incoming-mail.tsx';

interface MissedAnswerProps {
  id: number;
  /** A colleague's answer that the writer has not seen. */
  event: TimelineEvent;
  /** What the writer wanted to send. */
  text: string;
  onSend: () => void;
  onKept: () => void;
}

function MissedAnswerAlert({ id, event, text, onSend, onKept }: MissedAnswerProps) {
  const refresh = useInboxRefresh();
  const note = trpc.inbox.note.useMutation({
    onSuccess: async () => {
      onKept();
      await refresh();
    },
    meta: { done: 'Kept as a note', failed: 'Couldn’t keep the words as a note' },
  });
  return (
    <div data-failure tabIndex={-1}>
      <Alert
        color="accent"
        role="alert"
        title={
          event.type === 'mail'
            ? 'Not sent: a reply has arrived meanwhile'
            : `Not sent: ${event.user_name} has answered meanwhile`
        }
      >
        <p>
          At <time dateTime={event.created_at}>{formatTimeOrDateTime(event.created_at)}</time>:
        </p>
        <blockquote className={classes.missed} dir="auto">
          {event.text}
        </blockquote>
        <Group gap="sm" mt="md">
          <Button variant="default" onClick={onSend}>
            Send anyway
          </Button>
          <BusyButton
            variant="default"
            isBusy={note.isPending}
            disabled={!text.trim()}
            onClick={() => note.mutate({ id, text: text.slice(0, 5000) })}
          >
            Keep as note
          </BusyButton>
        </Group>
      </Alert>
    </div>
  );
}

/** The message loads again when a mail arrives, and the form hides its timeline. */
function ArrivedReply({ id, lastEvent }: { id: number; lastEvent: number }) {
  const { data } = useOpenedMessage(id);
  const arrived = data?.events.findLast(({ type }) => type === 'mail');
  return (
    <div role="status">
      {arrived && arrived.id > lastEvent && (
        <Alert color="accent" title="A reply has arrived">
          <blockquote className={classes.missed} dir="auto">
            {arrived.text}
          </blockquote>
        </Alert>
      )}
    </div>
  );
}

export interface ReplyFormProps {
  message: Message;
  draft: Draft;
  /** The text of an earlier answer that was cancelled or not delivered, or `''`. */
  initialText: string;
  /** The newest event when the form opened, or 0. */
  lastEvent: number;
  onClose: () => void;
  /** Marks the message as done. */
  onFinish: () => void;
}

export function ReplyForm(props: ReplyFormProps) {
  const { message, draft, initialText, lastEvent, onClose, onFinish } = props;
  const { id, name, email } = message;
  const section = useRef<HTMLElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [isTemplating, setTemplating] = useState(false);
  useEffect(() => area.current?.focus(), []);
  const { form, markSeen } = useReplyForm({ id, draft, initialText, lastEvent, onSent: onClose });
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  useSendKeys({
    area: section,
    labels: { send: 'Send the answer', finish: 'Send the answer and mark as done' },
    submit: form.submit,
    onFinish,
  });
  if (form.guard.isRevoked) return null;
  const { values, setValues } = form;
  const files = fileFieldNames.flatMap((one) => values[one] ?? []);
  const insertTemplate = (key: string) => {
    const template = draft.templates.find((one) => one.key === key);
    if (!template) return;
    const text = values.text.trim() ? `${values.text.trimEnd()}\n\n${template.text}` : template.text;
    const subject = draft.is_subject_fixed || !template.subject ? values.subject : template.subject;
    setValues({ text, subject });
  };
  const missed = failure?.status === 409 ? (failure.current as TimelineEvent | undefined) : undefined;
  return (
    <section aria-label="Answer" ref={section}>
      <FormElement form={form} problem={failure} className={classes.form} onSave={form.submit}>
        <FormAlerts form={form} />
        <ArrivedReply id={id} lastEvent={lastEvent} />
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
          maxLength={maxMessageAnswerLetters}
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
        {values.text.trim() && (
          <Button variant="subtle" size="compact-sm" mr="auto" onClick={() => setTemplating(true)}>
            Make a template of this answer
          </Button>
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
          error={failure?.fields.files ?? fileFieldNames.map((one) => failure?.fields[one]).find(Boolean)}
          onChange={(chosen) =>
            setValues(Object.fromEntries(fileFieldNames.map((one, index) => [one, chosen[index]])))
          }
        />
        {draft.may_add_pictures && (
          <Group gap="sm">
            {(['picture', 'file'] as const).map((kind) => (
              <LibraryButton
                key={kind}
                multiple
                kind={kind}
                purpose={`${kind}s for the answer`}
                onPick={(items) => {
                  const ids = new Set([...values.pictures, ...items.map((item) => item.id)]);
                  setValues({ pictures: [...ids].slice(0, fileFieldNames.length) });
                }}
              />
            ))}
            {values.pictures.length > 0 && (
              <>
                <span>{formatLibraryFileCount(values.pictures.length)}</span>
                <Button variant="subtle" onClick={() => setValues({ pictures: [] })}>
                  Remove files of the library
                </Button>
              </>
            )}
            {failure?.fields.pictures && <Text c="signal">{failure.fields.pictures}</Text>}
          </Group>
        )}
        <SaveBar
          form={form}
          failure={failure}
          title="Not sent"
          className={classes.foot}
          notice={
            missed && (
              <MissedAnswerAlert
                id={id}
                event={missed}
                text={values.text}
                onSend={() => {
                  markSeen(missed.id);
                  void form.submit();
                }}
                onKept={() => {
                  form.discard();
                  onClose();
                }}
              />
            )
          }
        >
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
        </SaveBar>
      </FormElement>
      <SignInAgainDialog guard={form.guard} />
      {isTemplating && (
        <TemplateModal message={message} text={values.text} onClose={() => setTemplating(false)} />
      )}
    </section>
  );
}
