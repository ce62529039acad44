import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { formatDateTime } from '../../../shared/time-words.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './message-modal.module.css';
import type { Message } from './use-messages.ts';

/** The sender, their contact details, and the time of the message. */
export function MessageSender({ message: { name, email, phone, created_at } }: { message: Message }) {
  const [initial = '?'] = name.trim();
  return (
    <div className={classes.sender}>
      <span className={classes.initial} aria-hidden="true">
        {initial.toUpperCase()}
      </span>
      <div className={classes.who}>
        <div className={classes.name}>{name}</div>
        <div className={classes.reach}>
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
        </div>
      </div>
      <div className={classes.received}>
        <div>{formatDateTime(created_at)}</div>
        <RelativeTime at={created_at} words={inboxTime} />
      </div>
    </div>
  );
}
