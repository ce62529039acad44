import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ArrivingForm,
  createArrivingForms,
  createIncomingTextCounter,
  type SenderGroup,
  slowCheckIntervalMs,
} from '../../limits/incoming-bytes.ts';
import { BadRequest, NotSignedIn, TooLarge, WrongMediaType } from '../../shared/errors.ts';
import { maxLibraryFileBytes } from '../../shared/library-files.ts';
import { maxDocumentBytes, maxImageBytes, maxXliffBytes } from '../../shared/upload-limits.ts';
import type { FileKind } from '../../shared/uploads.ts';
import { type BodyRules, bodyRulesOf, maxAnonymousBytes } from '../../trpc/procedure-meta.ts';
import { clientAddress } from './hosts.ts';
import { type FindViewer, identifyCaller } from './identity.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a body that is not multipart. The default limits of procedures apply without it. */
    body?: (request: FastifyRequest) => BodySize;
  }
}

export type BodySize = Pick<BodyRules, 'textBytes' | 'openBytes' | 'members' | 'takesFile'>;

export const defaultBodyBytes = maxAnonymousBytes;

export const maxFileBytes: Record<FileKind, number> = {
  picture: maxImageBytes,
  logo: maxImageBytes,
  pdf: maxDocumentBytes,
  media: maxLibraryFileBytes,
  xliff: maxXliffBytes,
};

const framingBytes = 16 * 1024;
/** About how many bytes of memory a byte of text takes while it is parsed, checked and stored. */
const textWeight = 8;
/** A file is not parsed here, and copied once for the thread that reads it. */
const fileWeight = 2;
const drainMs = 10_000;
const drainBytes = 24 * 1024 * 1024;

export interface BodyCounter {
  /**
   * Counts memory until the response begins.
   * @throws {TooManyTries} when the sender's address or network sends too much, {Unavailable} when all senders do
   */
  text(request: FastifyRequest, senders: SenderGroup, bytes: number): void;
  /** The same for a form. Calls `end` when the rest of it must be refused. */
  form(request: FastifyRequest, senders: SenderGroup, end: (reason: Error) => void): ArrivingForm;
}

interface GuardParts {
  findViewer: FindViewer;
  publicUrl: string;
  clock: () => Date;
}

export function maxFormBytes({ textBytes, files }: BodyRules): number {
  return Object.values(files).reduce((sum, kind) => sum + maxFileBytes[kind], textBytes + framingBytes);
}

/** Of a form whose fields are not known beforehand. */
const maxOpenFields = 100;

/** Applies to forms with files and without. */
export function maxFormFields({ fields }: Pick<BodyRules, 'fields'>): number {
  return fields?.length ?? maxOpenFields;
}

/** Undefined for a chunked body. */
export function declaredLength({ headers }: FastifyRequest): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

/**
 * Refuses bodies before they are read. The caller of a multipart body is not known yet, so its receiver
 * counts it.
 */
export function guardBodies(app: FastifyInstance, { findViewer, publicUrl, clock }: GuardParts): BodyCounter {
  const inFlight = createIncomingTextCounter();
  const arriving = createArrivingForms();
  const timer = setInterval(arriving.endSlow, slowCheckIntervalMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const releases = new WeakMap<FastifyRequest, (() => void)[]>();
  const releaseAtEnd = (request: FastifyRequest, release: () => void) =>
    releases.set(request, [...(releases.get(request) ?? []), release]);
  const holder: BodyCounter = {
    text: (request, senders, bytes) => {
      const weight = request.routeOptions.config.body?.(request).takesFile ? fileWeight : textWeight;
      releaseAtEnd(request, inFlight.hold(senders, clientAddress(request), bytes * weight));
    },
    form: (request, senders, end) => {
      const isWaiting = () => request.raw.readableLength === 0;
      const arrival = arriving.open(senders, clientAddress(request), { isWaiting, end });
      releaseAtEnd(request, arrival.release);
      return arrival;
    },
  };
  const check = async (request: FastifyRequest) => {
    const { textBytes, openBytes } = request.routeOptions.config.body?.(request) ?? bodyRulesOf();
    const bytes = declaredLength(request) ?? textBytes;
    if (bytes > textBytes) throw new TooLarge('The request is too large.');
    if (bytes <= openBytes) return holder.text(request, 'strangers', bytes);
    const use = { now: clock(), isActivity: false };
    const { viewer, refusal } = await identifyCaller(request, findViewer, publicUrl, use);
    if (!viewer) throw refusal ?? new NotSignedIn('Please sign in.');
    holder.text(request, 'signed-in', bytes);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasPlainBody(request)) return done();
    check(request).then(() => done(), done);
  });
  app.addHook('onSend', (request, _reply, _answer, done) => {
    for (const release of releases.get(request) ?? []) release();
    releases.delete(request);
    done();
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.readableEnded) drain(raw);
    done();
  });
  return holder;
}

function hasPlainBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && !/^multipart\//i.test(headers['content-type'] ?? '');
}

/**
 * The connection stays open for a response.
 * @throws {TooLarge} at the first byte beyond the limit
 */
export async function readBodyText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A browser that is still sending would not show the response. A long or slow rest ends the connection. */
function drain(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), drainMs);
  timer.unref();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytes) request.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}

/** The deepest input of the API has 6 levels. The longest, the lists of choices, has a limit of its own. */
const maxLevels = 32;
const usualMembers = 10_000;

const [quote, backslash, comma] = [34, 92, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/**
 * Before JSON is parsed, because parsing and validating take time in proportion to members and levels.
 * Ignores its syntax.
 * @throws {BadRequest} when it has too many levels or members
 */
export function expectModestJson(text: string, maxMembers = usualMembers): void {
  let levels = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === closeList || code === closeObject) levels -= 1;
    else if (code === comma) members += 1;
    else if (code === openList || code === openObject) {
      levels += 1;
      members += 1;
    }
    if (levels > maxLevels) throw new BadRequest(`The JSON may be at most ${maxLevels} levels deep.`);
    if (members > maxMembers)
      throw new BadRequest(`The JSON may have at most ${maxMembers.toLocaleString('en')} members.`);
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** Only where the operation takes a file of this type. */
export function acceptMails(app: FastifyInstance): void {
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (request, body, done) => {
    const { takesFile } = request.routeOptions.config.body?.(request) ?? {};
    if (takesFile === 'message/rfc822') done(null, body);
    else done(new WrongMediaType('This address takes a JSON body.'));
  });
}

/** Some clients send a `DELETE` with the type of JSON but no body. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const text = String(body);
    expectModestJson(text, request.routeOptions.config.body?.(request).members);
    parse(request, text, done);
  });
}
