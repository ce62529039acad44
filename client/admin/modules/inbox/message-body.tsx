import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import classes from './message-modal.module.css';
import { otherDetails } from './other-details.ts';
import type { Message } from './use-messages.ts';

/** The text of the message, the other fields of the form, and the file. */
export function MessageBody({ message }: { message: Message }) {
  const details = otherDetails(message);
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
      <p className={classes.words} dir="auto">
        {message.message}
      </p>
      {message.attachment && (
        <Button
          component="a"
          href={message.attachment.path}
          download={message.attachment.name}
          variant="default"
          className={classes.attachment!}
          leftSection={<IconDownload size={17} stroke={1.6} />}
        >
          Download {message.attachment.name}
        </Button>
      )}
    </>
  );
}
