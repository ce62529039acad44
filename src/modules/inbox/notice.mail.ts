import type { Message } from './message.entity.ts';

/** The content of a mail to the staff. */
export interface NoticeWords {
  subject: string;
  text: string;
}

/** The mail contains at most this many characters of a message. */
const maxQuoted = 2000;

/** The site that a mail comes from. */
interface Sender {
  company: { name: string };
  publicUrl: string;
}

/** Announces a new message with its text, cut where it is long. */
export function messageNotice(
  { subject, name, email, message }: Message,
  { company, publicUrl }: Sender,
): NoticeWords {
  return {
    subject: `New message: ${subject}`,
    text: [
      `${name} (${email}) has written to ${company.name}:`,
      subject,
      message.length > maxQuoted ? `${message.slice(0, maxQuoted).toWellFormed()} …` : message,
      `Read it in the inbox:\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

/** Warns of a flood. */
export function floodNotice(postsInAnHour: number, { company, publicUrl }: Sender): NoticeWords {
  return {
    subject: `Many messages at once to ${company.name}`,
    text: [
      `The site's forms have received ${postsInAnHour} posts within an hour. Until it is less, further\nones reach the inbox only if they look genuine; the others are marked as\nspam. There is no mail about each of them. Nothing is lost.`,
      `Please look through the inbox and its spam:\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}
