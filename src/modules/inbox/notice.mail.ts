import type { Message } from './message.entity.ts';

export interface NoticeWords {
  subject: string;
  text: string;
}

/** In characters. */
const maxQuoted = 2000;

interface Sender {
  company: { name: string };
  publicUrl: string;
}

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

export function floodNotice(postsInAnHour: number, { company, publicUrl }: Sender): NoticeWords {
  return {
    subject: `Many messages at once to ${company.name}`,
    text: [
      `The site's forms have received ${postsInAnHour} posts within an hour. Until it is less, further\nones reach the inbox only if they look genuine; the others are marked as\nspam. There is no mail about each of them. Nothing is lost.`,
      `Please look through the inbox and its spam:\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}
