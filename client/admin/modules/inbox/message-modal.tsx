import IconArrowBackUp from 'icon:arrow-back-up';
import IconTrash from 'icon:trash';
import { Box, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { DeleteModal } from '../../components/confirm-modal.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import { type Message, useRemoveMessage } from './message-actions.ts';
import { MessageBody } from './message-body.tsx';
import { MessageWork } from './message-work.tsx';
import formClasses from '../../form/form.module.css';
import classes from './message-modal.module.css';

interface MessageModalProps {
  message: Message | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** A message with all its details and actions. */
export function MessageModal({ message, isOpen, onClose }: MessageModalProps) {
  const [isAsking, { open: ask, close: stopAsking }] = useDisclosure(false);
  // The Back button closes both dialogs. The next message must not open with the question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stopAsking never changes
  useEffect(() => {
    if (!isOpen) stopAsking();
  }, [isOpen]);
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={onClose}
        // While the delete question is open above, the focus belongs to it.
        trapFocus={!isAsking}
        // The row may have left the list of unread messages.
        onExitTransitionEnd={restoreFocusToHeading}
        title="Message Details"
        size="42rem"
        centered={false}
        withCloseButton
        closeButtonProps={{ 'aria-label': 'Back to messages' }}
        classNames={{
          header: classes.header,
          title: classes.title,
          body: classes.body,
        }}
      >
        {message && (
          <>
            <Box p="lg">
              <h3 className={classes.subject}>{message.subject}</h3>
              <MessageSender message={message} />
              <MessageBody message={message} />
              {isOpen && <MessageWork message={message} />}
            </Box>
            <div className={`${formClasses.bar} ${classes.acts}`}>
              <Button
                mr="auto"
                variant="subtle"
                color="signal"
                leftSection={<IconTrash size={16} stroke={1.6} />}
                onClick={ask}
              >
                Delete
              </Button>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
              <Button
                component="a"
                href={replyTo(message)}
                leftSection={<IconArrowBackUp size={17} stroke={1.6} />}
              >
                Reply
              </Button>
            </div>
          </>
        )}
      </Dialog>
      <MessageDeleteModal
        message={message}
        isOpen={isAsking && isOpen}
        onClose={stopAsking}
        onRemoved={() => {
          stopAsking();
          onClose();
        }}
      />
    </>
  );
}

/** The sender, their contact details, and the time of the message. */
function MessageSender({ message: { id, name, email, phone, created_at } }: { message: Message }) {
  const [initial = '?'] = name.trim();
  return (
    <div className={classes.sender}>
      <span className={classes.initial} aria-hidden="true">
        {initial.toUpperCase()}
      </span>
      <div className={classes.who}>
        <div className={classes.name}>{name}</div>
        <Group gap="0 var(--space-4)" fz={14}>
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
          <OthersLink id={id} email={email} />
        </Group>
      </div>
      <div className={classes.received}>
        <div>{formatDateTime(created_at)}</div>
        <RelativeTime at={created_at} words={inboxTime} />
      </div>
    </div>
  );
}

const maxCounted = 100;

/** Leads to all messages of the same address. */
function OthersLink({ id, email }: Pick<Message, 'id' | 'email'>) {
  const { data } = trpc.inbox.one.useQuery({ id });
  if (!data?.others) return null;
  const count = data.others < maxCounted ? data.others : `${maxCounted} or more`;
  return (
    <Link to={`${paths.inbox}?search=${encodeURIComponent(email)}`}>Also from this address ({count})</Link>
  );
}

const longestQuote = 1500;

/** Returns the `mailto:` address of a reply, with the subject and the quoted message. */
function replyTo({ email, subject, message }: Message): string {
  // Some mail programs refuse addresses of more than about 2,000 characters.
  const words = message.length > longestQuote ? `${message.slice(0, longestQuote)} …` : message;
  const quote = words.split(/\r?\n/).map((line) => `> ${line}`);
  const query = { subject: `Re: ${subject.replace(/\s+/g, ' ')}`, body: `\r\n\r\n${quote.join('\r\n')}` };
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `mailto:${encodeURIComponent(email)}?${parts.join('&')}`;
}

interface MessageDeleteModalProps {
  message: Message | undefined;
  isOpen: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before deleting a message. */
export function MessageDeleteModal({ message, isOpen, onClose, onRemoved }: MessageDeleteModalProps) {
  const remove = useRemoveMessage(onRemoved);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteModal
      isOpen={isOpen}
      title="Delete Message"
      question={`Are you sure you want to delete this message from "${message?.name}"? This action cannot be undone and will permanently remove this message from your inbox.`}
      answer="Delete Message"
      act={remove}
      onDelete={() => message && remove.mutate({ id: message.id })}
      onClose={close}
    />
  );
}
