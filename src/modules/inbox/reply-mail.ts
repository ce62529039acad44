import { randomBytes } from 'node:crypto';
import { RuleBroken } from '../../shared/errors.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import { companyPlaceholders } from '../../shared/settings/legal-documents.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Message } from './message.entity.ts';
import { subjectOf } from './notices.ts';

const maxQuoted = 2000;
/**
 * The maximum number of earlier Message-IDs in the `References` header. Some mail servers refuse longer
 * headers. Mail programs use the newest ids.
 */
const maxReferences = 20;

type Answered = Pick<Message, 'kind' | 'name' | 'subject' | 'details' | 'message' | 'created_at'>;

/**
 * Returns the texts for the placeholders in templates and answers, by placeholder. Placeholders without a
 * text are left out.
 */
export function replyPlaceholders(message: Answered, site: SiteSettings, me: string) {
  const { name, details } = message;
  const facts = {
    name,
    subject: subjectOf(message, site.texts),
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
  const ofCompany = companyPlaceholders(company, company.address.country);
  return fillPlaceholders(signature, new Map([...ofCompany, ...facts]));
}

/**
 * Fills in the placeholders of an answer. What looks like a placeholder within a fact is left, because a template whose
 * placeholders the panel has filled in already has such facts in it.
 * @throws {RuleBroken} naming `field` when a placeholder has no text
 */
export function fillReply(field: string, text: string, facts: ReadonlyMap<string, string>): string {
  const withBraces = [...facts.values()].filter((fact) => fact.includes('{'));
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string, at: number) => {
    if (withBraces.some((fact) => isWithin(fact, text, at, all))) return all;
    const fact = facts.get(name);
    if (fact === undefined)
      throw RuleBroken.of(field, `Nothing is known for ${all}. Please write it yourself.`);
    return fact;
  });
}

/** Returns whether the part of `text` at a place belongs to an occurrence of `fact`. */
function isWithin(fact: string, text: string, at: number, part: string): boolean {
  for (let before = fact.indexOf(part); before !== -1; before = fact.indexOf(part, before + 1))
    if (at >= before && text.startsWith(fact, at - before)) return true;
  return false;
}

/**
 * Returns the subject of an answer: `own`, or `Re:` and the subject of the message. Adds the reference of the message,
 * so that staff can find the message.
 */
export function replySubject(message: Answered, { texts }: Pick<SiteSettings, 'texts'>, own: string): string {
  const { reference } = message.details;
  const line = own || `Re: ${subjectOf(message, texts)}`;
  return !reference || line.includes(reference) ? line : `${line} [${reference}]`;
}

/**
 * Returns the text of a mail: the answer, the signature and the quotation. Mail programs show the lines after
 * `-- ` as a signature.
 */
export function replyBody(text: string, signature: string, quote: string | undefined): string {
  return [text, signature && `-- \n${signature}`, quote].filter(Boolean).join('\n\n');
}

export function quoteMessage(
  { name, message, created_at }: Answered,
  { texts, formats }: SiteSettings,
): string {
  const cut = message.length > maxQuoted ? `${message.slice(0, maxQuoted).toWellFormed()} …` : message;
  const lines = cut.split(/\r?\n/).map((line) => `> ${line}`);
  return [texts.mails.wrote(name, formats.day(created_at.toISOString())), ...lines].join('\n');
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
