import IconArrowBackUp from 'icon:arrow-back-up';
import { Button } from '@mantine/core';

interface ReplyButtonProps {
  /** The link that opens the person's mail program. */
  mailto: string;
  /** Whether the server can send the answer. If not, the button opens the person's mail program. */
  hasServer: boolean;
  onReply: () => void;
  /** Called when the person clicks the link that opens their mail program. */
  onLeave: () => void;
}

export function ReplyButton({ mailto, hasServer, onReply, onLeave }: ReplyButtonProps) {
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
      href={mailto}
      variant="default"
      leftSection={icon}
      title="No mail server is configured"
      onClick={onLeave}
    >
      Reply in your mail program
    </Button>
  );
}
