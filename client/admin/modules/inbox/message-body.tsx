import IconDownload from 'icon:download';
import { Button } from '@mantine/core';
import type { Message } from './message-actions.ts';
import classes from './message-modal.module.css';

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
          maw="100%"
          mt="lg"
          leftSection={<IconDownload size={17} stroke={1.6} />}
        >
          Download {message.attachment.name}
        </Button>
      )}
    </>
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
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
