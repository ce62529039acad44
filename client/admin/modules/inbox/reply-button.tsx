import IconArrowBackUp from 'icon:arrow-back-up';
import { Button } from '@mantine/core';
import type { Message } from './message-actions.ts';
import { buildReplyMailto } from './message-sender.tsx';

interface ReplyButtonProps {
  message: Message;
  /** Whether the server can send the answer. If not, the button opens the person's mail program. */
  hasServer: boolean;
  onReply: () => void;
  /** Called when the person clicks the link that opens their mail program. */
  onLeave: () => void;
}

export function ReplyButton({ message, hasServer, onReply, onLeave }: ReplyButtonProps) {
  const icon = <IconArrowBackUp size={17} stroke={1.6} />;
  if (hasServer) {
    return (
      <Button variant="default" leftSection={icon} onClick={onReply}>
        Reply
      </Button>
    );
  }
  return (
    <Button
      component="a"
      href={buildReplyMailto(message)}
      variant="default"
      leftSection={icon}
      title="No mail server is configured"
      onClick={onLeave}
    >
      Reply in your mail program
    </Button>
  );
}
