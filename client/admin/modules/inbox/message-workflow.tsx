import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { messageStates } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SiteTime } from '../../components/site-time.tsx';
import { createRequestKey } from '../../../api/request-key.ts';
import { ColleagueChips } from '../../form/form-alerts.tsx';
import { useColleagues } from '../../form/use-colleagues.ts';
import { type Message, stateLabels, useInboxRefresh, useOpenedMessage } from './message-actions.ts';
import { IncomingMail } from './incoming-mail.tsx';
import { useStages } from './inbox-views.ts';
import { NoteForm } from './note-form.tsx';
import { ReminderMenu } from './reminder-menu.tsx';
import { TimelineMail } from './timeline-mail.tsx';
import classes from './message-workflow.module.css';
import type { TimelineEvent } from './incoming-mail.tsx';

interface MessageStatusProps {
  message: Message;
  /** Opens the answer's form with this text. */
  onWrite: (text: string) => void;
  /** The control that had the focus may have gone. */
  onActed: () => void;
  /** Marks the message as done. */
  onFinish: () => void;
}

export function MessageWorkflow({ message, onWrite, onActed, onFinish }: MessageStatusProps) {
  const { id } = message;
  const query = useOpenedMessage(id);
  const [opening] = useState(createRequestKey);
  const colleagues = useColleagues({ module: 'inbox', id, opening });
  return (
    <section className={classes.work} aria-label="Work on this message">
      <ColleagueChips colleagues={colleagues} label="Others at this message" />
      <WorkSelects message={query.data?.message ?? message} />
      <QueryBoundary
        query={query}
        subject="the timeline"
        skeleton={null}
        isEmpty={({ events }) => events.length === 0}
        empty={null}
      >
        {({ events }) => <Timeline message={message} events={events} onWrite={onWrite} onActed={onActed} />}
      </QueryBoundary>
      <NoteForm id={id} onAdded={onActed} onFinish={onFinish} />
    </section>
  );
}

const nobody = '';

function WorkSelects({ message }: { message: Message }) {
  const { id, state, assignee } = message;
  const refresh = useInboxRefresh();
  const onSuccess = () => refresh([id]);
  const setState = trpc.inbox.setState.useMutation({
    onSuccess,
    meta: { failed: 'Couldn’t change the state' },
  });
  const assign = trpc.inbox.assign.useMutation({
    onSuccess,
    meta: { failed: 'Couldn’t assign the message' },
  });
  const { data } = trpc.inbox.assignees.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const people = data?.assignees ?? [];
  // The assigned person may have lost access to the inbox.
  const isListed = !assignee || people.some((person) => person.id === assignee.id);
  const chosen = assign.isPending ? assign.variables.user_id : (assignee?.id ?? null);
  return (
    <div className={classes.selects}>
      <NativeSelect
        label="State"
        value={setState.isPending ? setState.variables.state : state}
        data={messageStates.map((value) => ({ value, label: stateLabels[value] }))}
        onChange={({ currentTarget }) => {
          const next = messageStates.find((value) => value === currentTarget.value);
          if (next) setState.mutate({ ids: [id], state: next });
        }}
      />
      <NativeSelect
        label="Assigned to"
        data-assignee
        value={chosen === null ? nobody : String(chosen)}
        data={[
          { value: nobody, label: 'Nobody' },
          ...(isListed ? people : [...people, assignee]).map((person) => ({
            value: String(person.id),
            label: person.name,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          assign.mutate({ ids: [id], user_id: value === nobody ? null : Number(value) })
        }
      />
      {message.stage !== null && <StageSelect message={message} />}
      {message.folder === 'inbox' && <ReminderMenu message={message} />}
    </div>
  );
}

function StageSelect({ message: { id, stage } }: { message: Message }) {
  const stages = useStages();
  const refresh = useInboxRefresh();
  const setStage = trpc.inbox.setStage.useMutation({
    onSuccess: () => refresh([id]),
    meta: { failed: 'Couldn’t change the stage' },
  });
  const chosen = setStage.isPending ? setStage.variables.stage : (stage ?? '');
  // The settings may have lost the stage.
  const isListed = stages.some(({ key }) => key === chosen);
  return (
    <NativeSelect
      label="Stage"
      value={chosen}
      data={[
        ...stages.map(({ key, name }) => ({ value: key, label: name })),
        ...(isListed ? [] : [{ value: chosen, label: chosen, disabled: true }]),
      ]}
      onChange={({ currentTarget: { value } }) => setStage.mutate({ ids: [id], stage: value })}
    />
  );
}

interface TimelineProps extends Pick<MessageStatusProps, 'message' | 'onWrite' | 'onActed'> {
  events: TimelineEvent[];
}

function Timeline({ message, events, onWrite, onActed }: TimelineProps) {
  const stages = useStages(message.stage !== null);
  const stageNames = new Map(stages.map(({ key, name }) => [key, name]));
  return (
    <ol className={classes.timeline} aria-label="Timeline">
      {events.map((event) => (
        <li key={event.id} className={classes.event}>
          <p className={classes.act}>
            {describe(event, stageNames)}
            {event.type === 'reminder' && event.after?.remind_at && (
              <>
                {' '}
                for <SiteTime at={String(event.after.remind_at)} />
              </>
            )}{' '}
            · <RelativeTime at={event.created_at} words={inboxTime} />
          </p>
          <EventText event={event} />
          {event.incoming && <IncomingMail event={event} mail={event.incoming} />}
          {event.mail && (
            <TimelineMail
              message={message}
              event={event}
              mail={event.mail}
              onWrite={onWrite}
              onActed={onActed}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

/** What a program has written is folded. */
function EventText({ event: { type, text } }: { event: TimelineEvent }) {
  if (!text) return null;
  const words = (
    <Text className={classes.note!} dir="auto">
      {text}
    </Text>
  );
  if (type !== 'auto_reply') return words;
  return (
    <details className={classes.earlier}>
      <summary>Its words</summary>
      {words}
    </details>
  );
}

const channelWords = {
  mail: 'by mail',
  phone: 'by phone',
  person: 'in person',
  program: 'by a program',
} as const;

const actWords: Record<string, string> = {
  note: 'noted',
  reply: 'answered',
  read: 'read it',
  unread: 'marked it as unread',
  spam: 'moved it to the spam',
  not_spam: 'moved it from the spam to the inbox',
  trashed: 'moved it to the trash',
  restored: 'took it out of the trash',
};

/** A type that this version of the panel does not know appears by its stored name. */
function describe(
  { type, user_name, by, before, after, incoming }: TimelineEvent,
  stageNames: ReadonlyMap<string, string>,
): string {
  const sender = incoming?.name || incoming?.address || 'the visitor';
  if (type === 'mail') return `Mail from ${sender}`;
  if (type === 'auto_reply') return `Automatic reply from ${sender}`;
  if (type === 'answered') return `${user_name} answered ${by ? channelWords[by] : 'elsewhere'}`;
  if (type === 'incoming')
    return `${user_name} noted an answer of the visitor ${by ? channelWords[by] : ''}`.trim();
  if (type === 'due') return 'The reminder was due';
  if (type === 'reminder')
    return `${user_name} ${after?.remind_at ? 'set a reminder' : 'removed the reminder'}`;
  if (type === 'note' && by === 'program') return `${user_name} noted ${channelWords[by]}`;
  const act = actWords[type];
  if (act) return `${user_name} ${act}`;
  if (type === 'state') {
    const state = messageStates.find((value) => value === after?.state);
    return `${user_name} set the state to ${state ? stateLabels[state] : after?.state}`;
  }
  if (type === 'stage')
    return `${user_name} moved it to ${stageNames.get(String(after?.stage)) ?? after?.stage}`;
  if (type !== 'assigned') return `${user_name}: ${type}`;
  if (!after?.assignee) return `${user_name} unassigned it from ${before?.assignee ?? 'a deleted account'}`;
  return after.assignee === user_name
    ? `${user_name} took it`
    : `${user_name} assigned it to ${after.assignee}`;
}
