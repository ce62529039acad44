/**
 * `refused`: the mail server does not accept this mail. `not_sent`: the mail server has not received the mail, so
 * another try is safe. `unclear`: the mail server may have received the mail.
 */
export type MailOutcome = 'refused' | 'not_sent' | 'unclear';

/**
 * The error of a mail that was not accepted. The message is the response of the server, or a fixed text for a
 * connection that failed.
 */
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

export interface SmtpProgress {
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

/**
 * The library's codes for a refusal of the sender or recipient, or of the text. Other codes, such as that of a wrong
 * password, concern all mails.
 */
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

/** Converts an error of the mail library. The second parameter says what the server had replied before the error. */
export function mailFailureOf(cause: unknown, { anything, readyForText }: SmtpProgress): MailFailure {
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

/** Returns the response of a server as one line of at most 500 characters. */
export function toReplyLine(said: string): string {
  return said
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxWords);
}
