import IconArrowBackUp from 'icon:arrow-back-up';
import { Button } from '@mantine/core';

interface ReplyButtonProps {
  mailto: string;
  /** Without a mail server, the button opens the person's mail program. */
  hasServer: boolean;
  onReply: () => void;
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
