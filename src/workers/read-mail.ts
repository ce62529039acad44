import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { nameFile, warningAbout } from './mail-files.ts';
import { splitQuotation, textOfHtml, tidy } from './mail-text.ts';

export const maxMailBytes = 25 * 1024 * 1024;
const maxParts = 100;
const maxLevels = 20;
const maxFiles = 10;
const maxFileMegabytes = 10;
const maxHeaderBytes = 256 * 1024;
/** Of a mail whose body is not read. */
const shortHeaderBytes = 64 * 1024;
const maxHtmlLetters = 500_000;
/** Of the shown text, and of the quotation. The source has all. */
const maxTextLetters = 20_000;
const maxSubjectLetters = 200;
const maxNameLetters = 120;
const maxReferences = 50;
const maxIdLetters = 250;
const maxNamed = 5;

interface StoredPart {
  path: string;
  bytes: number;
}

interface MailFile extends StoredPart {
  name: string;
  warning: string | null;
}

/** What a mail server says about an earlier mail that it could not deliver. */
interface DeliveryFailure {
  /** The Message-ID of that mail. */
  mail_id: string | null;
  words: string;
}

export interface ReadMail {
  /** Ids in angle brackets. Those of a reply begin with the mail that it answers. */
  mail_id: string | null;
  references: string[];
  name: string;
  address: string;
  subject: string;
  text: string;
  quoted: string | null;
  files: MailFile[];
  source: StoredPart;
  /** Sentences for staff about what is not shown. */
  remarks: string[];
  /** Whether a program has sent it, such as an out-of-office reply, a list or a mail server. */
  is_automatic: boolean;
  failure: DeliveryFailure | null;
  /** Of the topmost `Authentication-Results`, which only the receiving server can have written. */
  check: { server: string; dmarc: string | null } | null;
}

export interface ReadTask {
  bytes: Uint8Array;
  /** For the source and the files. */
  folder: string;
  /** Reads only the headers of a mail whose body takes too long, with the reason. */
  without_body?: string | undefined;
}

/** No content of a mail makes it throw. */
export async function readMail({ bytes, folder, without_body }: ReadTask): Promise<ReadMail> {
  await mkdir(folder, { recursive: true });
  const source = await storePart(folder, bytes);
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const remarks: string[] = [];
  const email = without_body === undefined ? await parse(raw, remarks) : await parseHeaders(raw);
  if (without_body !== undefined) remarks.push(without_body);

  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  const { files, left } = await storeFiles(folder, email.attachments);
  remarks.push(...left);
  const all = cut(textOf(email), 2 * maxTextLetters);
  const { text, quoted } = splitQuotation(all);
  if (text.length > maxTextLetters || all.length === 2 * maxTextLetters)
    remarks.push(`Only the first ${maxTextLetters.toLocaleString('en')} characters of the text are shown.`);
  if (text === '' && remarks.length === 0) remarks.push(emptyMail(email));
  const { name, address } = senderOf(email);
  return {
    mail_id: idsIn(email.messageId ?? '')[0] ?? null,
    references: [...idsIn(email.inReplyTo ?? ''), ...idsIn(email.references ?? '').reverse()].slice(
      0,
      maxReferences,
    ),
    name: cut(oneLine(name), maxNameLetters),
    address: cut(oneLine(address), maxIdLetters),
    subject: cut(oneLine(email.subject ?? ''), maxSubjectLetters),
    text: cut(text, maxTextLetters),
    quoted: quoted === null ? null : cut(quoted, maxTextLetters),
    files,
    source,
    remarks,
    is_automatic: isAutomatic(header),
    failure: failureIn(email, header('content-type')),
    check: checkIn(header('authentication-results')),
  };
}

const options = {
  attachmentEncoding: 'arraybuffer',
  forceRfc822Attachments: true,
  maxNestingDepth: maxLevels,
  maxHeadersSize: maxHeaderBytes,
} as const;

async function parse(raw: Buffer, remarks: string[]): Promise<Email> {
  const end = endOfParts(raw);
  if (end < raw.length)
    remarks.push(`The mail has more than ${maxParts} parts. Those after them were not read.`);
  try {
    return await PostalMime.parse(raw.subarray(0, end), options);
  } catch (error) {
    remarks.push(explainUnread(String(error)));
    return parseHeaders(raw);
  }
}

function explainUnread(reason: string): string {
  if (/nesting/i.test(reason)) return `The mail has more than ${maxLevels} levels and was not read.`;
  if (/header/i.test(reason))
    return `The headers of the mail have more than ${maxHeaderBytes / 1024} kB. It was not read.`;
  return 'The mail is broken and could not be read.';
}

async function parseHeaders(raw: Buffer): Promise<Email> {
  const head = raw.subarray(0, shortHeaderBytes);
  const blank = /\r?\n\r?\n/.exec(head.toString('latin1'));
  const end = blank ? blank.index : Math.max(0, head.lastIndexOf('\n'));
  const lines = Buffer.concat([head.subarray(0, end), Buffer.from('\r\n\r\n')]);
  // Without its type, no part is expected behind the headers.
  const plain = lines.toString('latin1').replaceAll(/^content-(?:type|transfer-encoding):/gim, 'x-$&');
  return PostalMime.parse(Buffer.from(plain, 'latin1'), {
    ...options,
    maxHeadersSize: 2 * shortHeaderBytes,
  }).catch(() => PostalMime.parse(''));
}

/** Where the part begins that is one too many, or the end of the mail. */
function endOfParts(raw: Buffer): number {
  const text = raw.toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, plain] of text.matchAll(
    /boundary\*?0?\*?\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi,
  )) {
    boundaries.add((quoted ?? plain ?? '').trimEnd());
    if (boundaries.size > maxParts) break;
  }
  let parts = 0;
  for (let at = text.indexOf('\n--'); at !== -1; at = text.indexOf('\n--', at + 3)) {
    const line = text
      .slice(at + 3, at + 3 + 204)
      .split(/\r?\n/, 1)[0]!
      .trimEnd();
    if (boundaries.has(line)) parts += 1;
    if (parts > maxParts) return at + 1;
  }
  return raw.length;
}

function textOf({ text, html }: Email): string {
  const plain = tidy((text ?? '').slice(0, maxHtmlLetters));
  return plain === '' && html ? textOfHtml(html.slice(0, maxHtmlLetters)) : plain;
}

function emptyMail({ attachments, headers }: Email): string {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const names = attachments.map(({ filename }) => filename?.toLowerCase() ?? '');
  if (/multipart\/encrypted|pkcs7-mime/i.test(type))
    return 'The mail is encrypted, so its text cannot be shown.';
  if (names.includes('winmail.dat'))
    return 'Outlook has sent the mail in a form of its own (winmail.dat), so its text cannot be shown.';
  return 'The mail has no text.';
}

async function storePart(folder: string, bytes: Uint8Array): Promise<StoredPart> {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return { path, bytes: bytes.byteLength };
}

/** Files before the pictures of a text, such as logos, so that these are what is left out. */
async function storeFiles(folder: string, attachments: readonly Attachment[]) {
  const sorted = [...attachments].sort((a, b) => Number(a.related ?? false) - Number(b.related ?? false));
  const files: MailFile[] = [];
  const [tooMany, tooLarge]: [string[], string[]] = [[], []];
  for (const [at, attachment] of sorted.entries()) {
    const bytes = bytesOf(attachment);
    const { name, kind } = nameFile(nameOf(attachment), bytes, at + 1);
    if (bytes.byteLength === 0) continue;
    if (bytes.byteLength > maxFileMegabytes * 1024 * 1024) tooLarge.push(name);
    else if (files.length === maxFiles) tooMany.push(name);
    else files.push({ name, warning: warningAbout(kind), ...(await storePart(folder, bytes)) });
  }
  const left = [
    tooMany.length > 0 && `Only ${maxFiles} files of a mail are kept. Not kept: ${listNames(tooMany)}`,
    tooLarge.length > 0 && `Files above ${maxFileMegabytes} MB are not kept: ${listNames(tooLarge)}`,
  ].filter((line) => typeof line === 'string');
  return { files, left };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${shown} and ${names.length - maxNamed} more.` : `${shown}.`;
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

const nameByType: Readonly<Record<string, string>> = {
  'text/calendar': 'invitation.ics',
  'message/rfc822': 'mail.eml',
  'message/delivery-status': 'delivery-status.txt',
  'text/rfc822-headers': 'headers.txt',
  'application/pgp-signature': 'signature.asc',
  'application/pgp-encrypted': 'encrypted.asc',
};

function nameOf({ filename, mimeType }: Attachment): string | null {
  return filename || (nameByType[mimeType.toLowerCase()] ?? null);
}

function senderOf({ from }: Email): { name: string; address: string } {
  const { name, address } = (from?.group ? from.group[0] : from) ?? { name: '', address: '' };
  return { name, address: address ?? '' };
}

/** RFC 3834, and what programs do that are older. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').split(/[;\s]/, 1)[0]!.toLowerCase();
  return (
    (submitted !== '' && submitted !== 'no') ||
    /^\s*(bulk|list|junk|auto_reply)\b/i.test(header('precedence')) ||
    header('list-id') !== '' ||
    /^\s*yes/i.test(header('x-autoreply')) ||
    header('x-autorespond') !== '' ||
    /^\s*<\s*>/.test(header('return-path')) ||
    /^\s*multipart\/report\b/i.test(header('content-type'))
  );
}

/** RFC 3464. Null for a mail that is only delayed. */
function failureIn({ attachments }: Email, type: string): DeliveryFailure | null {
  if (!/^\s*multipart\/report\b/i.test(type)) return null;
  const textOfPart = (types: RegExp) => {
    const part = attachments.find(({ mimeType }) => types.test(mimeType));
    return part
      ? Buffer.from(bytesOf(part))
          .toString('utf8', 0, shortHeaderBytes)
          .replaceAll(/\r?\n[ \t]+/g, ' ')
      : '';
  };
  const status = textOfPart(/^message\/(?:global-)?delivery-status$/i);
  if (!/^action:\s*failed\b/im.test(status)) return null;
  const field = (name: string) => new RegExp(`^${name}:(?:[^;\n]*;)?(.*)$`, 'im').exec(status)?.[1]?.trim();
  const original = textOfPart(
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)$/i,
  );
  return {
    mail_id: idsIn(/^message-id:(.*)$/im.exec(original)?.[1] ?? '')[0] ?? null,
    words: cut(oneLine(field('diagnostic-code') || `Status ${field('status') ?? 'unknown'}`), 500),
  };
}

/** RFC 8601. */
function checkIn(value: string): ReadMail['check'] {
  const plain = value.replaceAll(/\([^()]*\)/g, ' ');
  const [server = '', ...results] = plain.split(';');
  const name = server.trim().split(/\s/, 1)[0]!.toLowerCase();
  const dmarc = results.map((result) => /^\s*dmarc\s*=\s*(\w+)/i.exec(result)?.[1]).find(Boolean);
  return name ? { server: cut(name, maxIdLetters), dmarc: dmarc?.toLowerCase() ?? null } : null;
}

function idsIn(text: string): string[] {
  return [...text.slice(0, shortHeaderBytes).matchAll(/<[^<>\s]{3,248}>/g)].map(([id]) => id);
}

function oneLine(text: string): string {
  return tidy(text)
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function cut(text: string, max: number): string {
  return text.length > max ? text.slice(0, max).toWellFormed() : text;
}
