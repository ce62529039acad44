import type { Message } from './use-messages.ts';

const longestQuote = 1500;

/** Returns the `mailto:` address of a reply, with the subject and the quoted message. */
export function replyTo({ email, subject, message }: Message): string {
  // Some mail programs refuse addresses of more than about 2,000 characters.
  const words = message.length > longestQuote ? `${message.slice(0, longestQuote)} …` : message;
  const quote = words.split(/\r?\n/).map((line) => `> ${line}`);
  const query = { subject: `Re: ${subject.replace(/\s+/g, ' ')}`, body: `\r\n\r\n${quote.join('\r\n')}` };
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `mailto:${encodeURIComponent(email)}?${parts.join('&')}`;
}
