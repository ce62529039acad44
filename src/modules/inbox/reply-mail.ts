import { randomBytes } from 'node:crypto';
import { RuleBroken } from '../../shared/errors.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import { companyPlaceholders } from '../../shared/settings/legal-documents.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Message } from './message.entity.ts';

const maxQuoted = 2000;
/**
 * The maximum number of earlier Message-IDs in the `References` header. Some mail servers refuse longer
 * headers. Mail programs use the newest ids.
 */
const maxReferences = 20;

type Answered = Pick<Message, 'name' | 'subject' | 'details' | 'message' | 'created_at'>;

/**
 * Returns the texts for the placeholders in templates and answers, by placeholder. Placeholders without a
 * text are left out.
 */
export function replyPlaceholders({ name, subject, details }: Answered, site: SiteSettings, me: string) {
  const facts = {
    name,
    subject,
    company: site.company.name,
    reference: details.reference,
    job: details.job,
    me,
  };
  return new Map(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])));
}

/** Fills in the placeholders of a signature, including those of legal texts such as `{registration}`. */
export function fillSignature(
  signature: string,
  facts: ReadonlyMap<string, string>,
  { company }: SiteSettings,
): string {
  return fillPlaceholders(
    fillPlaceholders(signature, facts),
    companyPlaceholders(company, company.address.country),
  );
}

/**
 * Fills in the placeholders of an answer.
 * @throws {RuleBroken} naming `field` when a placeholder has no text
 */
export function fillReply(field: string, text: string, facts: ReadonlyMap<string, string>): string {
  const filled = fillPlaceholders(text, facts);
  const [left] = /\{\w+\}/.exec(filled) ?? [];
  if (left) throw RuleBroken.of(field, `Nothing is known for ${left}. Please write it yourself.`);
  return filled;
}

/**
 * Returns the subject of an answer: `own`, or `Re:` and the subject of the message. Adds the reference of the message,
 * so that staff can find the message.
 */
export function replySubject({ subject, details: { reference } }: Answered, own: string): string {
  const line = own || `Re: ${subject}`;
  return !reference || line.includes(reference) ? line : `${line} [${reference}]`;
}

/**
 * Returns the text of a mail: the answer, the signature and the quotation. Mail programs show the lines after
 * `-- ` as a signature.
 */
export function replyBody(words: string, signature: string, quote: string | undefined): string {
  return [words, signature && `-- \n${signature}`, quote].filter(Boolean).join('\n\n');
}

export function quoteMessage(
  { name, message, created_at }: Answered,
  { words, formats }: SiteSettings,
): string {
  const cut = message.length > maxQuoted ? `${message.slice(0, maxQuoted).toWellFormed()} …` : message;
  const lines = cut.split(/\r?\n/).map((line) => `> ${line}`);
  return [words.mails.wrote(name, formats.day(created_at.toISOString())), ...lines].join('\n');
}

/** Returns a random Message-ID. The id reveals neither the message nor the number of messages. */
export function createMailId(domain: string): string {
  return `<${randomBytes(16).toString('base64url')}@${domain}>`;
}

/**
 * Returns the headers that make mail programs show all mails about a message as one thread. The thread starts with an
 * id that contains the reference of the message. No mail has this id. Returns no headers if there is neither a
 * reference nor an earlier mail.
 */
export function threadHeaders(
  reference: string | undefined,
  domain: string,
  earlier: readonly string[],
): Record<string, string> {
  const root = reference ? [`<${reference}@${domain}>`] : [];
  const thread = [...root, ...earlier.slice(-maxReferences)];
  const last = thread.at(-1);
  return last ? { 'In-Reply-To': last, References: thread.join(' ') } : {};
}
