import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { type Mailbox, readMailbox } from '../shared/account-fields.ts';

/** After `not_sent`, another try is safe. After `unclear`, the server may have received the mail. */
type MailOutcome = 'refused' | 'not_sent' | 'unclear';

/** A mail that was not accepted. The message is the response of the server, or a fixed text for a failed connection. */
export class MailFailure extends Error {
  readonly outcome: MailOutcome;
  /** Whether the server has not responded at all. Other mails would then fail too. */
  readonly isUnreachable: boolean;

  constructor(outcome: MailOutcome, message: string, isUnreachable = false, options?: ErrorOptions) {
    super(toReplyLine(message), options);
    this.outcome = outcome;
    this.isUnreachable = isUnreachable;
  }
}

interface SmtpProgress {
  anything: boolean;
  /** Whether the server has requested the text of the mail (reply 354). */
  readyForText: boolean;
}

interface SmtpError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

/** The library's codes for a refused sender, recipient or text. Others, such as a wrong password, concern all mails. */
const codesOfTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

const connectionReasons: Record<string, string> = {
  ECONNREFUSED: 'The mail server refuses the connection.',
  ETIMEDOUT: 'The mail server does not answer.',
  ENOTFOUND: 'The name of the mail server is not known.',
  EDNS: 'The name of the mail server is not known.',
  ECONNECTION: 'The mail server broke the connection.',
  ECONNRESET: 'The mail server broke the connection.',
  EABORT: 'The mail server took too long.',
};

function mailFailureOf(cause: unknown, { anything, readyForText }: SmtpProgress): MailFailure {
  const {
    code = '',
    originalCode = '',
    responseCode,
    response,
    message = String(cause),
  } = Object(cause) as SmtpError;
  const isUnreachable = !anything;
  if (responseCode) {
    const isRefused = responseCode >= 500 && codesOfTheMail.has(code);
    return new MailFailure(isRefused ? 'refused' : 'not_sent', response ?? message, isUnreachable, { cause });
  }
  const reason = connectionReasons[originalCode] ?? connectionReasons[code] ?? message;
  return new MailFailure(readyForText ? 'unclear' : 'not_sent', reason, isUnreachable, { cause });
}

const maxWords = 500;

/** One line of at most 500 characters. */
function toReplyLine(response: string): string {
  return response
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxWords);
}

export interface Mail {
  to: Mailbox;
  /** The name of the sender, if it differs from the default. The address is always the same. */
  fromName?: string | undefined;
  replyTo?: Mailbox | undefined;
  subject: string;
  text: string;
  /** In angle brackets. When absent, each try gets a new one. */
  messageId?: string | undefined;
  headers?: Record<string, string> | undefined;
  attachments?: { filename: string; content: Readable }[] | undefined;
}

export interface Mailer {
  /** If false, mails are stored as files on this machine. */
  hasServer?: boolean;
  folder?: string;
  sender(): Promise<Mailbox>;
  /**
   * Returns the response of the mail server. Without one, stores the mail as a file.
   * @throws {MailFailure} when the mail server did not accept the mail · {Error} when the file could not be stored
   */
  send(mail: Mail): Promise<string>;
}

interface MailerOptions {
  /** `smtp://…` or `smtps://…`. If absent, mails become `.eml` files in the outbox folder. */
  smtpUrl: string | undefined;
  /** An address, `Name <address>`, or a function that reads the sender. */
  from: string | (() => Promise<Mailbox>);
  outbox: string;
}

// Short, so that a hanging mail server does not delay the next mails.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Longest time for a whole mail, shorter than the outbox's lease (`outbox/delivery.ts`). */
const longestMs = 90_000;
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** The mail library is loaded with the first mail. */
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
    // replies of the server do.
    const progress = { anything: false, readyForText: false };
    const logger = {
      debug: ({ tnx }: { tnx?: unknown }, line: unknown) => {
        if (tnx !== 'server') return;
        progress.anything = true;
        if (/^354/.test(String(line))) progress.readyForText = true;
      },
      // The library calls `debug` for levels that are missing here.
      info: ignore,
      warn: ignore,
      error: ignore,
    };
    const transport = createTransport({ url, logger, transactionLog: true, ...timeouts, ...closed });
    try {
      const { response } = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(longestMs) });
      return toReplyLine(response);
    } catch (error) {
      throw mailFailureOf(error, progress);
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
    // The name begins with the time, so the newest file is sorted last. Only the owner may read it: a mail may contain
    // a secret link.
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
    return 'Stored as a file, because no mail server is configured.';
  };
}

/** The `.eml` files that match the pattern in their headers or texts. None when the folder does not exist. */
export async function findMailFiles(folder: string | undefined, pattern: RegExp): Promise<string[]> {
  if (folder === undefined) return [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    const mail = await readFile(path, 'utf8').catch(() => '');
    if (readable(mail).search(pattern) >= 0) paths.push(path);
  }
  return paths;
}

/** The mail itself, the mail with quoted-printable decoded, and its decoded base64 parts. */
function readable(mail: string): string {
  const joined = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const encoded = mail.match(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r?$\n?)+/gm) ?? [];
  return [mail, joined, ...encoded.map((part) => Buffer.from(part, 'base64').toString())].join('\n');
}
