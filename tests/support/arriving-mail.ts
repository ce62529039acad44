import type { MailReceipt } from '../../src/modules/mailbox/mailbox.schema.ts';
import type { TestApp } from './test-app.ts';

interface MailParts {
  from?: string;
  subject?: string;
  id?: string;
  /** Further header lines, without their line breaks. */
  headers?: readonly string[];
  text?: string;
}

let count = 0;

/** A plain mail with CRLF. Each has a Message-ID of its own unless `id` names one. */
export function mailOf({
  from = 'Eva <eva@example.com>',
  subject = 'Re: Oak stairs',
  ...more
}: MailParts): string {
  count += 1;
  const lines = [
    `From: ${from}`,
    'To: office@example.org',
    `Subject: ${subject}`,
    `Message-ID: ${more.id ?? `<mail-${count}@mails.example.com>`}`,
    'Content-Type: text/plain; charset=utf-8',
    ...(more.headers ?? []),
    '',
    more.text ?? 'A reply.',
    '',
  ];
  return lines.join('\r\n').replaceAll(/\r?\n/g, '\r\n');
}

/** Hands in a mail as a mail server does. */
export async function handIn(
  site: TestApp,
  mail: string | Buffer,
  token?: string,
): Promise<{ status: number; body: MailReceipt }> {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/admin/mails',
    headers: {
      authorization: `Bearer ${token ?? (await site.openSession('admin'))}`,
      'content-type': 'message/rfc822',
    },
    payload: mail,
  });
  await site.settled();
  return { status: answer.statusCode, body: answer.json() };
}
