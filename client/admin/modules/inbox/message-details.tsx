import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import IconCheck from 'icon:check';
import IconDots from 'icon:dots';
import IconDownload from 'icon:download';
import IconTrash from 'icon:trash';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { notifySuccess, undoLast } from '../../components/notifications.tsx';
import { useShortcuts } from '../../core/use-shortcuts.ts';
import formClasses from '../../form/form.module.css';
import { ChoiceModal } from '../../list/choice-modal.tsx';
import { type AttachedFile, useAttachedFile } from './attached-file.tsx';
import { AnsweredElsewhereModal } from './answered-elsewhere-modal.tsx';
import { type Message, useRemoveMessage } from './message-actions.ts';
import classes from './message-modal.module.css';
import { MessageSender } from './message-sender.tsx';
import { MessageWorkflow } from './message-workflow.tsx';
import { type MessageAct, useMessageActs } from './use-message-acts.ts';
import { ReplyButton, useReply } from './use-reply.tsx';

function MessageBody({ message }: { message: Message }) {
  const details = otherDetails(message);
  const { attachment } = message;
  return (
    <>
      {details.length > 0 && (
        <dl className={classes.details}>
          {details.map(({ label, value }) => (
            <div key={label} className={classes.detail}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {attachment ? (
        <WordsWithFile message={message} file={attachment} />
      ) : (
        <p className={classes.words} dir="auto">
          {message.message}
        </p>
      )}
    </>
  );
}

/** The file is shown beside the words where there is room. */
function WordsWithFile({ message, file }: { message: Message; file: AttachedFile }) {
  const { button, shown } = useAttachedFile(file, 'CV');
  return (
    <div className={classes.reading}>
      <div className={classes.withFile} data-file-shown={shown ? true : undefined}>
        <div>
          <p className={classes.words} dir="auto">
            {message.message}
          </p>
          <Group gap="sm" mt="lg">
            {button}
            <Button
              component="a"
              href={file.path}
              download={file.name}
              variant="default"
              maw="100%"
              leftSection={<IconDownload size={17} stroke={1.6} />}
            >
              Download {file.name}
            </Button>
          </Group>
        </div>
        {shown && <div className={classes.file}>{shown}</div>}
      </div>
    </div>
  );
}

// Other components show these.
const shownElsewhere = new Set(['name', 'email', 'phone', 'subject', 'message']);

/** What else the visitor filled in, such as company, budget or university. */
function otherDetails({ details, message }: Message): { label: string; value: string }[] {
  return Object.entries(details)
    .filter(([field, value]) => !shownElsewhere.has(field) && value !== '' && value !== message)
    .map(([field, value]) => ({ label: toLabel(field), value }));
}

function toLabel(field: string): string {
  const label = field.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export interface MessageDetailsProps {
  message: Message;
  /** Beside the list, not in a dialog. */
  isDocked?: boolean;
  subject: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
  /** An act that finishes the work on the message has started, such as `done`. */
  onDone: (message: Message) => void;
}

export function MessageDetails(props: MessageDetailsProps) {
  const { message, isDocked = false, subject, onClose, onDone } = props;
  const ask = useAsk();
  const remove = useRemoveMessage(onClose);
  const [isBlocking, setBlocking] = useState(false);
  /** The title of the dialog that records an answer. */
  const [noting, setNoting] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  const act = useMessageActs();
  const run = (name: MessageAct) => {
    // A person who wants to read it later does not want the next message now.
    if (name === 'unread') onClose();
    else if (name !== 'reopen') onDone(message);
    void act(name, message);
  };
  const { folder, state } = message;
  const finish = () => run('done');
  const [goneControls, setGoneControls] = useState(0);
  // What a reload has brought is drawn only after its promise.
  const countGoneControl = () => setTimeout(() => setGoneControls((count) => count + 1));
  // So that the next key reaches the message. Meanwhile the list's reload may have given a lost focus to the dialog.
  useEffect(() => {
    const isLost = document.activeElement?.contains(subject.current);
    if (goneControls > 0 && isLost) subject.current?.focus({ preventScroll: true });
  }, [goneControls, subject]);
  const reply = useReply(message, { onClosed: countGoneControl, onFinish: finish });
  const askRemoval = () =>
    ask({
      title: 'Delete Message',
      question: `Are you sure you want to delete this message from "${message.name}"? This action cannot be undone and will permanently remove this message from your inbox.`,
      answer: 'Delete Message',
      busyAnswer: 'Deleting...',
      isDangerous: true,
      ...(folder !== 'trash' && {
        action: (close) => (
          <Button
            variant="light"
            mr="auto"
            data-autofocus
            onClick={() => {
              close();
              run('trash');
            }}
          >
            Move to trash
          </Button>
        ),
      }),
      run: () => remove.mutateAsync({ id: message.id }),
    });
  const focus = (mark: string) => content.current?.querySelector<HTMLElement>(`[${mark}]`)?.focus();
  const press = (mark: string) => content.current?.querySelector<HTMLElement>(`[${mark}]`)?.click();
  useShortcuts([
    ...messageKeys.map(({ keys, label, name }) => ({ keys, label, run: () => run(name) })),
    { keys: 'n', label: 'Write a note', run: () => focus('data-note') },
    { keys: 'a', label: 'Assign', run: () => focus('data-assignee') },
    { keys: 'h', label: 'Remind me', run: () => press('data-remind') },
    { keys: 'r', label: 'Reply', run: () => reply.open() },
    { keys: 'z', label: 'Undo', run: undoLast },
  ]);
  const isAnswering = Boolean(reply.form);
  // A dialog has no room for it below the answer's form.
  const isWorkShown = isDocked || !isAnswering;
  const bar = (
    <div className={`${formClasses.bar} ${classes.acts}`}>
      <Button
        mr="auto"
        variant="subtle"
        color="signal"
        leftSection={<IconTrash size={16} stroke={1.6} />}
        onClick={askRemoval}
      >
        Delete
      </Button>
      {folder !== 'trash' && (
        <Menu position="top-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="default" size="input-sm" aria-label="More actions">
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => run('trash')}>Move to trash</Menu.Item>
            {folder === 'inbox' && <Menu.Item onClick={() => run('unread')}>Mark as unread</Menu.Item>}
            {state === 'closed' && <Menu.Item onClick={() => run('reopen')}>Open again</Menu.Item>}
            {folder === 'inbox' && <Menu.Item onClick={() => run('spam')}>Move to spam</Menu.Item>}
            <Menu.Item onClick={() => setNoting('Answered elsewhere')}>Answered elsewhere…</Menu.Item>
            <Menu.Item onClick={() => setBlocking(true)}>Block sender…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {folder === 'trash' && <Button onClick={() => run('restore')}>Restore</Button>}
      {folder === 'spam' && <Button onClick={() => run('notSpam')}>Not spam</Button>}
      {folder === 'inbox' && (
        <>
          <ReplyButton
            mailto={reply.mailto}
            hasServer={reply.hasServer}
            onReply={() => reply.open()}
            onLeave={() => setNoting('Did you answer?')}
          />
          {state !== 'closed' && (
            <Button leftSection={<IconCheck size={17} stroke={1.6} />} onClick={() => run('done')}>
              Done
            </Button>
          )}
        </>
      )}
    </div>
  );
  return (
    <>
      {isDocked && !isAnswering && bar}
      <div className={classes.content} ref={content} data-answering={isAnswering || undefined}>
        <div className={classes.message}>
          <h3 className={classes.subject} tabIndex={-1} ref={subject}>
            {message.subject}
          </h3>
          <MessageSender message={message} />
          <MessageBody message={message} />
          {isWorkShown && (
            <MessageWorkflow
              message={message}
              onWrite={reply.open}
              onActed={countGoneControl}
              onFinish={finish}
            />
          )}
        </div>
        {isAnswering && <div className={classes.answer}>{reply.form}</div>}
      </div>
      {!isDocked && !isAnswering && bar}
      {noting && (
        <AnsweredElsewhereModal id={message.id} title={noting} onClose={() => setNoting(undefined)} />
      )}
      {isBlocking && (
        <BlockSenderModal
          email={message.email}
          onClose={() => setBlocking(false)}
          onBlocked={() => folder === 'inbox' && run('spam')}
        />
      )}
    </>
  );
}

/** For the open message, or else the focused row. */
export const messageKeys = [
  { keys: 'e', label: 'Mark as done', name: 'done' },
  { keys: 'u', label: 'Mark as unread', name: 'unread' },
  { keys: '#', label: 'Move to trash', name: 'trash' },
  { keys: 'shift+#', label: 'Move to trash', name: 'trash' },
  { keys: '!', label: 'Move to spam', name: 'spam' },
  { keys: 'shift+!', label: 'Move to spam', name: 'spam' },
] as const satisfies { keys: string; label: string; name: MessageAct }[];

interface BlockSenderModalProps {
  email: string;
  onClose: () => void;
  onBlocked: () => void;
}

/** Blocks an address or its whole domain. */
function BlockSenderModal({ email, onClose, onBlocked }: BlockSenderModalProps) {
  const { inbox } = trpc.useUtils();
  const block = trpc.inbox.blockSender.useMutation({
    onSuccess: ({ blocked_sender: { sender } }) => {
      notifySuccess(`${sender} is blocked`);
      onClose();
      onBlocked();
      void inbox.blockedSenders.invalidate();
    },
  });
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return (
    <ChoiceModal
      title="Block sender"
      question="Their messages go to the spam from now on. The list of blocked senders is there too."
      label="Block"
      answer="Block"
      options={[
        { value: email, label: email },
        { value: domain, label: `Everybody at ${domain}` },
      ]}
      isBusy={block.isPending}
      failure={block.error ? parseApiError(block.error) : undefined}
      onAnswer={(value) => block.mutate({ sender: value })}
      onClose={onClose}
    />
  );
}
