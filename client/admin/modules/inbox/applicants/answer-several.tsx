import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { maxMessageAnswerLetters } from '../../../../../src/shared/enumerations.ts';
import { fillPlaceholders } from '../../../../../src/shared/settings/placeholders.ts';
import { parseApiError } from '../../../../api/errors.ts';
import { createRequestKey } from '../../../../api/request-key.ts';
import { trpc } from '../../../../api/trpc.ts';
import { DialogForm, DialogText } from '../../../components/dialog.tsx';
import { notifyRowErrors, notifySuccess, notifyWithUndo } from '../../../components/notifications.tsx';
import { useCurrentUser } from '../../../core/admin-context.ts';
import classes from './applicants.module.css';
import { useInboxRefresh } from '../message-actions.ts';
import type { Applicant, Column } from './use-stage-moves.ts';
import { namesOf } from './use-stage-moves.ts';

interface AnswerSeveralProps {
  job: string;
  applicants: readonly Applicant[];
  columns: readonly Column[];
  onSent: () => void;
  onClose: () => void;
}

interface Template {
  key: string;
  name: string;
  kind: string;
  subject: string;
  text: string;
}

/** One mail to each. The person sees who gets what before the mails go out, and can cancel them for ten seconds. */
export function AnswerSeveral({ job, applicants, columns, onSent, onClose }: AnswerSeveralProps) {
  const { name: me } = useCurrentUser();
  const { client } = trpc.useUtils();
  const refresh = useInboxRefresh();
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [stage, setStage] = useState('');
  const [isChecking, setChecking] = useState(false);
  // A repeated attempt sends nothing twice. Another text is another call.
  const [requestKey, setRequestKey] = useState(createRequestKey);
  const stored = trpc.settings.one.useQuery({ group: 'answers' }).data?.value;
  const templates = ((stored?.templates ?? []) as Template[]).filter(
    ({ kind }) => kind === 'all' || kind === 'application',
  );
  const ids = applicants.map(({ id }) => id);
  const fill = (words: string, { name }: Applicant) =>
    fillPlaceholders(words, new Map(Object.entries({ name, job, me })));

  const cancel = async (events: readonly { id: number; name: string }[]) => {
    const answers = await Promise.allSettled(events.map(({ id }) => client.inbox.removeReply.mutate({ id })));
    const sent = events.filter((_, place) => answers[place]!.status === 'rejected');
    if (sent.length > 0)
      notifyRowErrors(
        'Couldn’t cancel every answer',
        sent.map(({ name }) => name),
        'It has been sent or changed meanwhile.',
      );
    else notifySuccess('Answers cancelled');
    await refresh(ids);
  };
  const send = useMutation({
    mutationFn: () =>
      client.inbox.replyMany.mutate(
        { ids, text, subject, ...(stage && { stage }) },
        { context: { requestKey } },
      ),
    onSuccess: ({ results }) => {
      const events = results.flatMap(({ id, version }) => {
        return version === undefined ? [] : [{ id: version, name: namesOf(applicants, [id])[0]! }];
      });
      const lost = results.filter(({ outcome }) => outcome === 'not_found').map(({ id }) => id);
      if (lost.length > 0)
        notifyRowErrors('Couldn’t answer everybody', namesOf(applicants, lost), 'It no longer exists.');
      notifyWithUndo(
        `${events.length === 1 ? '1 answer goes' : `${events.length} answers go`} out in 10 seconds`,
        undefined,
        () => void cancel(events),
      );
      onSent();
      void refresh(ids);
    },
  });
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setRequestKey(createRequestKey());
  };
  const count = ids.length === 1 ? '1 applicant' : `${ids.length} applicants`;
  return (
    <DialogForm
      title={isChecking ? 'Who gets what' : `Answer ${count}`}
      saveLabel={isChecking ? `Send ${ids.length === 1 ? '1 answer' : `${ids.length} answers`}` : 'Check'}
      busyLabel="Sending..."
      cancelLabel={isChecking ? 'Back' : 'Cancel'}
      failure={send.error ? parseApiError(send.error) : undefined}
      isBusy={send.isPending}
      isKept={!isChecking}
      isChecked
      isOffer={isChecking}
      onSubmit={() => (isChecking ? send.mutate() : setChecking(true))}
      onClose={() => {
        send.reset();
        if (isChecking) setChecking(false);
        else onClose();
      }}
    >
      {isChecking ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys scroll it
        <ul className={classes.mails} aria-label="Answers" tabIndex={0}>
          {applicants.map((applicant) => (
            <li key={applicant.id}>
              <p className={classes.recipient} dir="auto">
                {applicant.name} &lt;{applicant.email}&gt;
              </p>
              <p className={classes.mail} dir="auto">
                {subject && `${fill(subject, applicant)}\n\n`}
                {fill(text, applicant)}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <DialogText>Each gets a mail of their own.</DialogText>
          {templates.length > 0 && (
            <NativeSelect
              label="Template"
              value=""
              data={[
                { value: '', label: 'Use a template' },
                ...templates.map(({ key, name }) => ({ value: key, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                const template = templates.find(({ key }) => key === value);
                if (!template) return;
                change(setText)(template.text);
                setSubject(template.subject);
              }}
            />
          )}
          <TextInput
            label="Subject"
            description="Empty: Re: and the subject of the application."
            maxLength={200}
            value={subject}
            onChange={({ currentTarget: { value } }) => change(setSubject)(value)}
          />
          <Textarea
            label="Answer"
            description="{name}, {job}, {subject}, {company}, {reference} and {me} are filled in."
            required
            withAsterisk={false}
            data-autofocus
            rows={8}
            resize="vertical"
            dir="auto"
            maxLength={maxMessageAnswerLetters}
            value={text}
            onChange={({ currentTarget: { value } }) => change(setText)(value)}
          />
          <NativeSelect
            label="Move them to"
            value={stage}
            data={[
              { value: '', label: 'Leave them where they are' },
              ...columns.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => change(setStage)(value)}
          />
        </>
      )}
    </DialogForm>
  );
}
