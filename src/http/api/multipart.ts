import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ArrivingForm } from '../../limits/incoming-bytes.ts';
import { BadRequest, RuleBroken, TooLarge, WrongMediaType } from '../../shared/errors.ts';
import { unknownFieldMessage } from '../../shared/fields.ts';
import { type FileKind, Upload } from '../../shared/uploads.ts';
import { maxImageBytes } from '../../shared/upload-limits.ts';
import type { ReceivedForm } from '../../trpc/context.ts';
import type { BodyRules } from '../../trpc/procedure-meta.ts';
import { declaredLength, maxFileBytes, maxFormBytes, maxFormFields } from '../server/body-limits.ts';

export function tooMuchTextMessage(field: string, limit: number): TooLarge {
  const size = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${limit / 1024 / 1024} MB`;
  const message = `The text of this form may have at most ${size}.`;
  return new TooLarge(message, { errors: { [field]: [message] } });
}

function tooLarge(field: string, limit: number): TooLarge {
  const message = `The file may have at most ${limit / 1024 / 1024} MB.`;
  return new TooLarge(message, { errors: { [field]: [message] } });
}

export function tooManyPartsMessage(): TooLarge {
  return new TooLarge('The form has too many or too large parts.');
}

/** Codes of the multipart parser begin with `FST_`. */
function explainParserError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/_LIMIT$/.test(code)) return tooManyPartsMessage();
  const isBroken =
    code.startsWith('FST_') || /multipart|Unexpected end|Malformed|aborted|premature/i.test(String(error));
  return isBroken ? new BadRequest('The form is broken or incomplete.') : error;
}

const maxHeaderBytes = 8 * 1024;

type FileChecks = Record<FileKind, (path: string, name: string) => Promise<string | undefined>>;

interface Quarantine {
  folder: string;
  checks: FileChecks;
  /** @throws {TooManyTries} when the sender or its network sends too much, {Unavailable} when all do */
  holdText: (bytes: number) => void;
  /** Calls `end` with the reason when the rest of the form must be refused. */
  beginForm: (end: (reason: Error) => void) => ArrivingForm;
  /** Gets each field as it arrives. If the form is refused, the caller still has the earlier ones. */
  fields?: Record<string, unknown> | undefined;
}

/**
 * Puts the files into the folder of `to`. Deletes them itself when it throws.
 * @throws {WrongMediaType} when the body is not such a form, {TooLarge}, {RuleBroken} for an unknown or
 * repeated field, {BadRequest} when the form is broken or incomplete
 */
export async function receiveForm(
  request: FastifyRequest,
  rules: BodyRules,
  to: Quarantine,
): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new WrongMediaType(
      `This address takes a multipart/form-data body${rules.takesJson ? ' or JSON' : ''}.`,
    );
  const fields: Record<string, unknown> = to.fields ?? Object.create(null);
  const received: string[] = [];
  const discard = async () => {
    await Promise.all(received.map((path) => rm(path, { force: true })));
  };
  try {
    const maxBytes = maxFormBytes(rules);
    const length = declaredLength(request) ?? maxBytes;
    let textBytes = 0;
    for await (const part of partsOf(request, rules, maxBytes, to)) {
      const field = part.fieldname;
      if (rules.fields && !rules.fields.includes(field))
        throw RuleBroken.of(field ?? '', unknownFieldMessage);
      if (field in fields) throw RuleBroken.of(field, 'This field was sent more than once.');
      if (!rules.files[field] && part.mimetype.startsWith('application/json'))
        throw RuleBroken.of(field, 'This field takes text, not JSON.');
      if (isText(part)) {
        const text = await receiveText(part, rules.textBytes - textBytes, rules.textBytes);
        textBytes += text.length;
        to.holdText(text.length);
        fields[field] = text.toString('utf8');
      } else {
        const kind = rules.files[field];
        // Checked only here, after the fields before the file: a page without JavaScript shows them again.
        if (kind && length > maxBytes) throw tooLarge(field, maxFileBytes[kind]);
        fields[field] = await receiveFile(part, rules, to, received);
      }
    }
  } catch (error) {
    // The rest of the body is discarded, so that the connection stays open for the response.
    request.raw.unpipe();
    request.raw.resume();
    await discard();
    throw explainParserError(error);
  }
  return { fields, discard };
}

/** The parser would yield text fields only when complete, and parse JSON, so every part is a file to it. */
async function* partsOf(request: FastifyRequest, rules: BodyRules, maxBytes: number, to: Quarantine) {
  const limits = {
    parts: maxFormFields(rules),
    headerSize: maxHeaderBytes,
    // The parser reports an excess only at the end of the file. `upTo` throws at the first byte too many.
    fileSize: Number.POSITIVE_INFINITY,
  };
  const ended = Promise.withResolvers<never>();
  // Without this, a rejection while nothing awaits it would end the process.
  ended.promise.catch(() => {});
  let current: MultipartFile | undefined;
  const end = (reason: Error) => {
    ended.reject(reason);
    current?.file.destroy(reason);
  };
  const arrival = to.beginForm(end);
  let bytes = 0;
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    arrival.add(chunk.length);
    if (bytes > maxBytes) ended.reject(tooManyPartsMessage());
  });
  request.raw.once('end', arrival.complete);
  const parts = request.parts({ limits, isPartAFile: () => true }) as AsyncIterableIterator<MultipartFile>;
  for (;;) {
    const { done, value } = await Promise.race([parts.next(), ended.promise]);
    if (done) return;
    current = value;
    yield value;
  }
}

function isText({ filename, mimetype }: MultipartFile): boolean {
  return filename === undefined && mimetype !== 'application/octet-stream';
}

/** @throws {TooLarge} at the first byte beyond `left` */
async function receiveText({ fieldname, file }: MultipartFile, left: number, maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > left) throw tooMuchTextMessage(fieldname, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receiveFile(
  part: MultipartFile,
  { files, fields }: BodyRules,
  to: Quarantine,
  received: string[],
) {
  const kind = files[part.fieldname];
  if (!kind) {
    if (fields) throw RuleBroken.of(part.fieldname, 'This field takes no file.');
    await pipeline(part.file, upTo(maxImageBytes, part.fieldname), discardBytes);
    return isEmptyFile(part) ? undefined : notText;
  }
  await mkdir(to.folder, { recursive: true });
  const path = join(to.folder, randomUUID());
  received.push(path);
  // Exists before its first byte is read, or it could appear after a refusal has deleted the files.
  const file = await open(path, 'wx');
  await pipeline(part.file, upTo(maxFileBytes[kind], part.fieldname), file.createWriteStream());
  if (isEmptyFile(part)) return undefined;
  return new Upload({
    path,
    bytes: part.file.bytesRead,
    name: part.filename,
    problem: await to.checks[kind](path, part.filename),
  });
}

/** Of a file in a field that takes none. The schema of a text refuses it, and ignores it in an unknown field. */
const notText = Object.freeze({});

/** An empty file field arrives as a file without a name and without bytes. */
const isEmptyFile = ({ filename, file }: MultipartFile) => !filename && file.bytesRead === 0;

function upTo(limit: number, field: string) {
  return async function* count(chunks: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(field, limit);
      yield chunk;
    }
  };
}

async function discardBytes(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}
