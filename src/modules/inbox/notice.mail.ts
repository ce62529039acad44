import { company } from '../../shared/company.ts';
import type { Message } from './message.entity.ts';

/** What a mail to the staff says. */
export interface NoticeWords {
  subject: string;
  text: string;
}

/** Announces a message. What the visitor wrote stays in the inbox. */
export function messageNotice({ subject, name, email }: Message, publicUrl: string): NoticeWords {
  return {
    subject: `New message: ${subject}`,
    text: [
      `${name} (${email}) has written to ${company.name}:`,
      subject,
      `Read it in the inbox:\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

/** Warns of a flood. */
export function floodNotice(postsInAnHour: number, publicUrl: string): NoticeWords {
  return {
    subject: `Many messages at once to ${company.name}`,
    text: [
      `The site's forms have received ${postsInAnHour} posts within an hour. Further ones are kept as\nspam until it is less; nobody is turned away, and nothing is lost.`,
      `Please look through the spam in the inbox:\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}
