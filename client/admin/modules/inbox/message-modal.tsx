import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { restoreFocusToHeading } from '../../components/focus-heading.ts';
import { MessageBody } from './message-body.tsx';
import { MessageDeleteModal } from './message-delete-modal.tsx';
import classes from './message-modal.module.css';
import { MessageSender } from './message-sender.tsx';
import { replyTo } from './reply-to.ts';
import type { Message } from './use-messages.ts';

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
      <Modal
        opened={isOpen}
        onClose={onClose}
        // While the delete question is open above, Escape and the focus belong to it.
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        // The row may have left the list of unread messages.
        onExitTransitionEnd={restoreFocusToHeading}
        title="Message Details"
        size="42rem"
        // Screen readers would announce the dialog's header as a second page banner.
        attributes={{ header: { role: 'presentation' } }}
        closeButtonProps={{ 'aria-label': 'Back to messages' }}
        classNames={{
          content: classes.content,
          header: classes.header,
          title: classes.title,
          body: classes.body,
        }}
      >
        {message && (
          <>
            <div className={classes.message}>
              <h3 className={classes.subject}>{message.subject}</h3>
              <MessageSender message={message} />
              <MessageBody message={message} />
            </div>
            <div className={classes.acts}>
              <Button
                className={classes.delete!}
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
      </Modal>
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
