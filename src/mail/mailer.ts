import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { type Mailbox, readMailbox } from '../shared/account-fields.ts';
import { mailFailureOf, toReplyLine } from './mail-failure.ts';

export interface Mail {
  to: Mailbox;
  /** The name of the sender, if it differs from the default. The address of the sender is always the same. */
  fromName?: string | undefined;
  replyTo?: Mailbox | undefined;
  subject: string;
  text: string;
  /** The Message-ID in angle brackets. When absent, each try gets a new ID. */
  messageId?: string | undefined;
  headers?: Record<string, string> | undefined;
  attachments?: { filename: string; content: Readable }[] | undefined;
}

export interface Mailer {
  /** Whether a mail server is configured. If not, mails are stored as files on this machine. */
  hasServer?: boolean;
  /** Where mails are stored as files while no mail server is configured. */
  folder?: string;
  sender(): Promise<Mailbox>;
  /**
   * Sends a mail, and returns the response of the mail server. If no mail server is configured, stores the mail as a
   * file.
   * @throws {MailFailure} when the mail server did not accept the mail · {Error} when the file could not be stored
   */
  send(mail: Mail): Promise<string>;
}

export interface MailerOptions {
  /**
   * The address of the mail server: `smtp://…` or `smtps://…`. If absent, mails become `.eml` files in the outbox
   * folder.
   */
  smtpUrl: string | undefined;
  /** The sender as an address, as `Name <address>`, or as a function that reads the sender. */
  from: string | (() => Promise<Mailbox>);
  outbox: string;
}

// These times are short, so that a hanging mail server does not delay the next mails.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** The maximum time for a whole mail, which is shorter than the lease of the outbox (`send.service.ts`). */
const longestMs = 90_000;
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Creates a mailer, which loads the mail library with the first mail. */
export function createMailer({ smtpUrl, from, outbox }: MailerOptions): Mailer {
  const deliver = smtpUrl ? bySmtp(smtpUrl) : intoFolder(outbox);
  const sender = async () => (typeof from === 'string' ? readMailbox(from) : from());
  return {
    hasServer: smtpUrl !== undefined,
    folder: outbox,
    sender,
    send: async ({ fromName, ...mail }) => {
      const { name, address } = await sender();
      return deliver({ from: { name: fromName ?? name, address }, ...mail });
    },
  };
}

function bySmtp(url: string) {
  return async (mail: SendMailOptions): Promise<string> => {
    const { createTransport } = await import('nodemailer');
    // The errors of nodemailer 10.6 do not show whether the connection broke before or after the text was sent. The
    // replies of the server show it.
    const heard = { anything: false, readyForText: false };
    const logger = {
      debug: ({ tnx }: { tnx?: unknown }, line: unknown) => {
        if (tnx !== 'server') return;
        heard.anything = true;
        if (/^354/.test(String(line))) heard.readyForText = true;
      },
      // The library would call `debug` for levels that are missing here.
      info: ignore,
      warn: ignore,
      error: ignore,
    };
    const transport = createTransport({ url, logger, transactionLog: true, ...timeouts, ...closed });
    try {
      const { response } = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(longestMs) });
      return toReplyLine(response);
    } catch (error) {
      throw mailFailureOf(error, heard);
    }
  };
}

function ignore(): void {}

function intoFolder(folder: string) {
  return async (mail: SendMailOptions): Promise<string> => {
    const { createTransport } = await import('nodemailer');
    const { message } = await createTransport({ streamTransport: true, buffer: true, ...closed }).sendMail(
      mail,
    );
    await mkdir(folder, { recursive: true });
    // The name begins with the time, so the newest file is sorted last. Only the owner may read the file, because a
    // mail may contain a secret link.
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
    return 'Stored as a file, because no mail server is configured.';
  };
}
