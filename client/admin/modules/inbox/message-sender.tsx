import { siteLanguage } from '../../components/logo.tsx';
import { Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import { type Message, useOpenedMessage } from './message-actions.ts';
import classes from './message-modal.module.css';

export function MessageSender({ message: { id, name, email, phone, created_at } }: { message: Message }) {
  const [initial = '?'] = name.trim();
  return (
    <div className={classes.sender}>
      <span className={classes.initial} aria-hidden="true">
        {initial.toLocaleUpperCase(siteLanguage())}
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

/** Renders nothing if there are no other messages. */
function OthersLink({ id, email }: Pick<Message, 'id' | 'email'>) {
  const { data } = useOpenedMessage(id);
  if (!data?.others) return null;
  const count = data.others < maxCounted ? data.others : `${maxCounted} or more`;
  return (
    <Link to={`${paths.inbox}?search=${encodeURIComponent(email)}`}>Also from this address ({count})</Link>
  );
}

const longestQuote = 1500;

/** A reply in the person's mail program, with the quoted message. */
export function buildReplyMailto({ email, message }: Message, subject: string): string {
  // Some mail programs refuse links of more than about 2,000 characters.
  const text = message.length > longestQuote ? `${message.slice(0, longestQuote)} …` : message;
  const quote = text.split(/\r?\n/).map((line) => `> ${line}`);
  const query = { subject: subject.replace(/\s+/g, ' '), body: `\r\n\r\n${quote.join('\r\n')}` };
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `mailto:${encodeURIComponent(email)}?${parts.join('&')}`;
}
