import { z } from 'zod';
import { oneOf, textRuleMeta } from './fields.ts';
import { parseRole, type Role, roles } from './roles.ts';

const maxEmailLength = 254;

const localPart = /^[\w.!#$%&'*+/=?^`{|}~-]+$/;
/** Before its labels are checked. Invisible characters are refused, except those that join letters. */
const domain = /^(?:[a-z\d.-]|[^\p{ASCII}\s\p{C}]|[\u200c\u200d])+$/iu;
const domainLabel = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** As mail servers know it: `Müller.de` is `xn--mller-kva.de`. It needs a dot. Undefined for other text. */
export function toAsciiDomain(text: string): string | undefined {
  if (!domain.test(text)) return undefined;
  const ascii = /^\p{ASCII}*$/u.test(text) ? text.toLowerCase() : hostOf(text);
  const labels = ascii?.split('.') ?? [];
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) ? ascii : undefined;
}

function hostOf(text: string): string | undefined {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
}

/** As browsers accept it, and with a dot in the domain. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const ascii = toAsciiDomain(text.slice(at + 1));
  return (
    localPart.test(text.slice(0, Math.max(at, 0))) && at + 1 + (ascii?.length ?? Infinity) <= maxEmailLength
  );
}

export const EmailAddress = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(maxEmailLength, { error: `Email may have at most ${maxEmailLength} characters`, abort: true })
  .refine((text) => /^\p{ASCII}*$/u.test(text.slice(0, text.lastIndexOf('@') + 1)), {
    error: 'Email may have only letters without accents, digits and signs before the @',
    abort: true,
    params: textRuleMeta('emailLocalPart'),
  })
  .pipe(z.stringFormat('email', isEmailAddress, 'Email must be a valid email address'));

export interface Mailbox {
  name: string;
  address: string;
}

/** Addresses or `Name <address>`, separated by commas. A quoted name may have commas. Addresses are not checked. */
export function readMailboxes(text: string): Mailbox[] {
  const parts = text.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return parts.filter((part) => part.trim()).map(readMailbox);
}

/** One address, or `Name <address>`. A name may have commas. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() };
}

/** Percent-encodes signs that have a meaning in a link. */
export function toMailto(email: string): string {
  return `mailto:${email.replaceAll(/[%?#&/^`{|}]/g, encodeURIComponent)}`;
}

/** Spaces at both ends remain. The maximum keeps long input away from the slow password hash. */
export function typedPasswordField(label: string) {
  return z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(1024, `${label} may have at most 1,024 characters`);
}

export const RoleName = z.preprocess(
  (value: Role): unknown => (typeof value === 'string' ? (parseRole(value) ?? value) : value),
  oneOf('Role', roles),
);

/** One key for all letter cases, and spellings of the domain. A domain alone works too. */
export function toEmailKey(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const [before, after] = [email.slice(0, at), email.slice(at)];
  return toPlain(before) + (toAsciiDomain(after) ?? toPlain(after));
}

function toPlain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const minLength = 8;
const maxLength = 128;

/** As a password is hashed and judged. Some keyboards send `ü` as one character, others as `u` and a mark. */
export function composePassword(password: string): string {
  return password.normalize('NFC');
}

/** The first rule that the password breaks, as a message. Common passwords are checked elsewhere. */
export function findPasswordFormatProblem(typed: string): string | undefined {
  const password = composePassword(typed);
  const characters = [...password];
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.';
  if (characters.length < minLength) return `The password needs at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password may have at most ${maxLength} characters.`;
  if (new Set(characters).size === 1) return 'The password needs more than one kind of character.';
  return undefined;
}

/** The host of passkeys. Undefined for an IP address, and without HTTPS except on localhost. */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
