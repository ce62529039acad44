import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { focusHeadingWhenLost } from '../ui/focus-heading.ts';
import { MessageBody } from './message-body.tsx';
import { MessageDeleteDialog } from './message-delete-dialog.tsx';
import classes from './message-details.module.css';
import { MessageSender } from './message-sender.tsx';
import { replyTo } from './reply-to.ts';
import type { Message } from './use-messages.ts';

interface MessageDetailsProps {
  message: Message | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** A message with all its parts, and what can be done with it. */
export function MessageDetails({ message, isOpen, onClose }: MessageDetailsProps) {
  const [isAsking, { open: ask, close: stopAsking }] = useDisclosure(false);
  // Back closes both at once; the next message must not open with the question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stopAsking stays the same
  useEffect(() => {
    if (!isOpen) stopAsking();
  }, [isOpen]);
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={onClose}
        // The question whether to delete lies above; what closes a dialog is meant for that one then.
        closeOnEscape={!isAsking}
        trapFocus={!isAsking}
        // Its row may have left the list of unread ones meanwhile.
        onExitTransitionEnd={focusHeadingWhenLost}
        title="Message Details"
        size="42rem"
        // Its header would count as the page's banner, and the question's above it as a second one.
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
      <MessageDeleteDialog
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
