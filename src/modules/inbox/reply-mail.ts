import { RuleBroken } from '../../shared/errors.ts';
import { companyPlaceholders } from '../../shared/settings/legal-documents.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Message } from './message.entity.ts';
import { subjectOfMessageMail } from './notices.ts';

// Subject and text of the mail of an answer.

const maxQuoted = 2000;

type Answered = Pick<Message, 'kind' | 'name' | 'subject' | 'details' | 'message' | 'created_at'>;

/** The texts of placeholders. Those without a text are left out. */
export function replyPlaceholders(message: Answered, site: SiteSettings, me: string) {
  const { name, details } = message;
  const facts = {
    name,
    subject: subjectOfMessageMail(message, site.texts),
    company: site.company.name,
    reference: details.reference,
    job: details.job,
    me,
  };
  return new Map(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])));
}

/** Also placeholders of legal texts, such as `{registration}`. */
export function fillSignature(
  signature: string,
  facts: ReadonlyMap<string, string>,
  { company }: SiteSettings,
): string {
  const ofCompany = companyPlaceholders(company, company.address.country);
  return fillPlaceholders(signature, new Map([...ofCompany, ...facts]));
}

/**
 * Fills in placeholders, except inside a fact such as the visitor's name: the panel may have filled in a template
 * with a fact that looks like one.
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

/** Whether the part of `text` at this place belongs to an occurrence of `fact`. */
function isWithin(fact: string, text: string, at: number, part: string): boolean {
  for (let before = fact.indexOf(part); before !== -1; before = fact.indexOf(part, before + 1))
    if (at >= before && text.startsWith(fact, at - before)) return true;
  return false;
}

/** `own`, or `Re:` and the message's subject; with the reference, so that staff can find the message. */
export function replySubject(message: Answered, { texts }: Pick<SiteSettings, 'texts'>, own: string): string {
  const { reference } = message.details;
  const subject = subjectOfMessageMail(message, texts);
  const line = own || (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
  return !reference || line.includes(reference) ? line : `${line} [${reference}]`;
}

/** Mail programs show the lines after `-- ` as a signature. */
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
