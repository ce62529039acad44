import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../shared/catalog.ts';
import { maxDocumentBytes } from '../shared/documents.ts';
import { BadRequest, RuleBroken, TooLarge, WrongMediaType } from '../shared/errors.ts';
import { type FileKind, type FormFiles, Upload } from '../shared/upload.ts';
import type { ReceivedForm } from '../trpc/context.ts';

const maxTextBytes = 4 * 1024 * 1024;
const maxFields = 100;
const drainMs = 10_000;
const maxBytes: Record<FileKind, number> = { picture: maxImageBytes, pdf: maxDocumentBytes };

/** How the bytes of each kind of file are judged: gives the problem in words, or nothing. */
export type FileJudges = Record<FileKind, (path: string) => Promise<string | undefined>>;

interface Quarantine {
  folder: string;
  judges: FileJudges;
  /** Takes the fields as they come, so that a caller has those that came before the form was refused. */
  fields?: Record<string, unknown> | undefined;
}

/**
 * Receives a multipart body: texts into fields, files into quarantine with their size counted on the way. A file that is
 * too large or a body that breaks off leaves nothing behind.
 *
 * @throws {TooLarge} with the message under the field · {WrongMediaType} for another kind of body
 */
export async function receiveForm(
  request: FastifyRequest,
  files: FormFiles,
  to: Quarantine,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new WrongMediaType('This address takes a multipart/form-data body.');
  const fields: Record<string, unknown> = to.fields ?? Object.create(null);
  const kept: string[] = [];
  const discard = async () => {
    await Promise.all(kept.map((path) => rm(path, { force: true })));
  };
  try {
    const limits = {
      fieldSize: maxTextBytes,
      fields: maxFields,
      parts: maxFields,
      files: 4,
      // Counted by `upTo`, which notices the first byte too many and not only the end of the file.
      fileSize: Number.POSITIVE_INFINITY,
    };
    for await (const part of request.parts({ limits })) {
      if (part.fieldname in fields)
        throw RuleBroken.of(part.fieldname, 'This field was sent more than once.');
      fields[part.fieldname] =
        part.type === 'field' ? readText(part) : await receiveFile(part, files[part.fieldname], to, kept);
    }
  } catch (error) {
    await discard();
    drain(request.raw);
    throw explain(error);
  }
  return { fields, discard };
}

function readText(part: MultipartValue): unknown {
  if (part.valueTruncated) {
    const message = `This field may have at most ${maxTextBytes / 1024 / 1024} MB.`;
    throw new TooLarge(message, { errors: { [part.fieldname]: [message] } });
  }
  return part.value;
}

async function receiveFile(part: MultipartFile, kind: FileKind | undefined, to: Quarantine, kept: string[]) {
  if (!kind) {
    await pipeline(part.file, upTo(maxImageBytes, part.fieldname), discardBytes);
    return undefined;
  }
  await mkdir(to.folder, { recursive: true });
  const path = join(to.folder, randomUUID());
  kept.push(path);
  // The file is there before its first byte is judged: one still to be made would appear after a refusal had removed it.
  const file = await open(path, 'wx');
  await pipeline(part.file, upTo(maxBytes[kind], part.fieldname), file.createWriteStream());
  const { bytesRead: bytes } = part.file;
  // A file field that was left empty arrives as a file without a name and without bytes.
  if (bytes === 0 && !part.filename) return undefined;
  return new Upload({ path, bytes, name: part.filename, problem: await to.judges[kind](path) });
}

/** Passes bytes on, up to a limit. @throws {TooLarge} at the first byte beyond it */
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

/**
 * Reads what still comes, so that a browser which is still sending sees the answer; a sender that goes on for too long
 * is cut off.
 */
function drain(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, drainMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

function tooLarge(field: string, limit: number): TooLarge {
  const message = `The file may have at most ${limit / 1024 / 1024} MB.`;
  return new TooLarge(message, { errors: { [field]: [message] } });
}

/** Translates what the parser itself refuses; its codes begin with `FST_`. */
function explain(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/_LIMIT$/.test(code)) return new TooLarge('The form has too many or too large parts.');
  const isBroken =
    code.startsWith('FST_') || /multipart|Unexpected end|Malformed|aborted|premature/i.test(String(error));
  return isBroken ? new BadRequest('The form is broken or incomplete.') : error;
}
