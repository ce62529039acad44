import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';

export interface Mail {
  to: { name: string; address: string };
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Whether a mail server is configured. Without one, mails are files on this machine. */
  hasServer?: boolean;
  /** @throws when the mail could not be handed to the mail server or the outbox */
  send(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://…` or `smtps://…`. Without it, mails become `.eml` files in the outbox folder. */
  smtpUrl: string | undefined;
  /** The sender, as an address or as `Name <address>`. */
  from: string | (() => Promise<{ name: string; address: string }>);
  outbox: string;
}

// A mail server that hangs must not delay the next mails.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Loads the mail library with the first mail. */
export function createMailer({ smtpUrl, from, outbox }: MailerOptions): Mailer {
  const deliver = smtpUrl ? bySmtp(smtpUrl) : intoFolder(outbox);
  return {
    hasServer: smtpUrl !== undefined,
    send: async (mail) => deliver({ from: typeof from === 'string' ? from : await from(), ...mail }),
  };
}

function bySmtp(url: string) {
  return async (mail: SendMailOptions) => {
    const { createTransport } = await import('nodemailer');
    await createTransport({ url, ...timeouts, ...closed }).sendMail(mail);
  };
}

function intoFolder(folder: string) {
  return async (mail: SendMailOptions) => {
    const { createTransport } = await import('nodemailer');
    const { message } = await createTransport({ streamTransport: true, buffer: true, ...closed }).sendMail(
      mail,
    );
    await mkdir(folder, { recursive: true });
    // The newest file is last. Only the owner may read it, because a mail may contain a secret link.
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
  };
}
