import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Parser } from 'htmlparser2';
import type { Metadata } from 'sharp';
import { type FileType, isFileType } from '../../shared/library-files.ts';
import { isPdf, notPdfMessage, pdfHeadBytes } from '../../shared/upload-limits.ts';
import { maxFrames, maxPixels, maxPixelsOfAllFrames } from '../processing/image-limits.ts';

/** Of the last record of an archive, without its comment. */
const endBytes = 22;
const maxComment = 65_535;
const endMark = Buffer.from('PK\x05\x06', 'latin1');
const entryMark = 0x02_01_4b_50;
const entryBytes = 46;
const localMark = 0x04_03_4b_50;
const localBytes = 30;
const maxDirectory = 4 * 1024 * 1024;
const [stored, deflated] = [0, 8];

interface ZipEntry {
  /** With `/` between folders. Some programs write and read `\`. */
  name: string;
  rawName: Buffer;
  method: number;
  isEncrypted: boolean;
  packedBytes: number;
  start: number;
}

/**
 * Undefined when the archive is damaged, when its directory is above 4 MB, or when programs could find other
 * entries in it.
 */
async function readZipDirectory(path: string): Promise<ZipEntry[] | undefined> {
  const { size } = await stat(path);
  return withFile(path, async (file) => {
    const tailBytes = Math.min(size, endBytes + maxComment);
    const tail = await readAt(file, size - tailBytes, tailBytes);
    const at = tail.lastIndexOf(endMark);
    if (at < 0 || at + endBytes > tail.length) return undefined;
    const [onDisk, count, comment] = [8, 10, 20].map((place) => tail.readUInt16LE(at + place));
    const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const end = size - tailBytes + at;
    if (onDisk !== count || at + endBytes + comment! !== tail.length) return undefined;
    if (bytes > maxDirectory || start + bytes !== end) return undefined;
    const entries = entriesIn(await readAt(file, start, bytes));
    return entries?.length === count ? entries : undefined;
  });
}

/** Undefined when something else is in it. */
function entriesIn(directory: Buffer): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length; ) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark) return undefined;
    const [flags, method] = [8, 10].map((offset) => directory.readUInt16LE(at + offset));
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const rawName = directory.subarray(at + entryBytes, at + entryBytes + name!);
    entries.push({
      name: rawName.toString('utf8').replaceAll('\\', '/'),
      rawName,
      method: method!,
      isEncrypted: (flags! & 1) === 1,
      packedBytes: directory.readUInt32LE(at + 20),
      start: directory.readUInt32LE(at + 42),
    });
    at += entryBytes + name! + extra! + comment!;
    if (at > directory.length) return undefined;
  }
  return entries;
}

/** Some programs read the name in the entry's own header, some that in the directory. */
function hasOneNameEach(path: string, entries: readonly ZipEntry[]): Promise<boolean> {
  return withFile(path, async (file) => {
    for (const { rawName, start } of entries) {
      const header = await readAt(file, start, localBytes + rawName.length);
      const isWhole = header.length === localBytes + rawName.length && header.readUInt32LE(0) === localMark;
      if (!isWhole || header.readUInt16LE(26) !== rawName.length) return false;
      if (!header.subarray(localBytes).equals(rawName)) return false;
    }
    return true;
  });
}

/** Undefined when it is larger than `maxBytes` or cannot be unpacked. */
function readZipEntry(path: string, entry: ZipEntry, maxBytes: number): Promise<Buffer | undefined> {
  return withFile(path, async (file) => {
    const { method, isEncrypted, packedBytes, start } = entry;
    if (isEncrypted || packedBytes > maxBytes || ![stored, deflated].includes(method)) return undefined;
    const header = await readAt(file, start, localBytes);
    if (header.length < localBytes) return undefined;
    const from = start + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = await readAt(file, from, packedBytes);
    if (method === stored) return packed;
    return promisify(inflateRaw)(packed, { maxOutputLength: maxBytes }).catch(() => undefined);
  });
}

async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

const wrongFile =
  'The file must be a picture (JPEG, PNG, WebP, AVIF or GIF), or a PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT file.';
const emptyFile = 'The file is empty.';
const notUtf8 = 'The text of the file must be in UTF-8. Save it in this encoding and choose it again.';
const webPage = 'This is a web page or a drawing, not a text.';
const brokenArchive = 'The file is damaged and cannot be read.';
const withMacros = 'The file has macros. Save it without them and choose it again.';

const markup = /^\ufeff?\s*<(?:!doctype|\?xml|html|head|body|script|svg|iframe|meta)\b/i;
/** Control characters that no text file has. */
const binary = /[^\P{Cc}\t\n\f\r]/u;
const macros = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|\/macrosheets\/|^\/*(?:Basic|Scripts)\//i;
/** The content types of macros and of documents with macros. */
const macroTypes = /vba|macro/i;
const contentTypes = '[Content_Types].xml';
const maxContentTypes = 256 * 1024;
const maxParts = 20_000;

type FileTypeResult = { type: FileType } | { problem: string };

/** The content decides the type of a library file, and the ending of its name must match. */
export async function findFileType(path: string, name: string): Promise<FileTypeResult> {
  const ending = extname(name).slice(1).toLowerCase();
  const head = await readHead(path, pdfHeadBytes);
  if (head.length === 0) return { problem: emptyFile };
  if (!isFileType(ending)) return { problem: wrongFile };
  const text = ending === 'csv' || ending === 'txt';
  if (isPdf(head)) return asNamed(ending, 'pdf');
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') {
    const inside = await findArchiveType(path, head);
    return 'problem' in inside ? inside : asNamed(ending, inside.type);
  }
  if (!text)
    return { problem: `The name of the file ends with .${ending}, but its content is something else.` };
  const problem = await findTextProblem(path);
  return problem ? { problem } : { type: ending };
}

function asNamed(ending: FileType, type: FileType): FileTypeResult {
  if (ending === type) return { type };
  return { problem: `The name of the file ends with .${ending}, but it is a ${type.toUpperCase()} file.` };
}

async function findArchiveType(path: string, head: Buffer): Promise<FileTypeResult> {
  const entries = await readZipDirectory(path);
  if (!entries) return { problem: brokenArchive };
  const names = entries.map(({ name }) => name);
  const type = typeOfArchive(names, head);
  // A plain ZIP archive may contain any file, including one with macros.
  if (type === 'zip') return { type };
  if (names.some((name) => macros.test(name))) return { problem: withMacros };
  // Programs compare the names of parts without regard to case.
  const isUnique = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  if (!isUnique || names.length > maxParts || !(await hasOneNameEach(path, entries)))
    return { problem: brokenArchive };
  const problem = type === 'odt' || type === 'ods' ? undefined : await findTypesProblem(path, entries);
  return problem ? { problem } : { type };
}

/** The content types decide which part has macros, whatever its name. */
async function findTypesProblem(path: string, entries: readonly ZipEntry[]): Promise<string | undefined> {
  const entry = entries.find(({ name }) => name.toLowerCase() === contentTypes.toLowerCase())!;
  const bytes = await readZipEntry(path, entry, maxContentTypes);
  if (!bytes) return brokenArchive;
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  const text = new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(
    bytes,
  );
  if (!/^\s*</.test(text) || /<!doctype/i.test(text)) return brokenArchive;
  const types: string[] = [];
  const parser = new Parser(
    { onopentag: (_name, { ContentType = '' }) => types.push(ContentType) },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return types.some((type) => macroTypes.test(type)) ? withMacros : undefined;
}

function typeOfArchive(names: readonly string[], head: Buffer): FileType {
  // The first file in an OpenDocument archive is the media type, not compressed.
  const [, format] =
    /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)(?![-\w])/.exec(
      head.toString('latin1'),
    ) ?? [];
  if (format) return format === 'text' ? 'odt' : 'ods';
  const parts = names.map((name) => name.toLowerCase());
  if (!parts.includes(contentTypes.toLowerCase())) return 'zip';
  if (parts.some((name) => name.startsWith('word/'))) return 'docx';
  if (parts.some((name) => name.startsWith('xl/workbook.'))) return 'xlsx';
  return parts.some((name) => name.startsWith('ppt/')) ? 'pptx' : 'zip';
}

async function findTextProblem(path: string): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true });
      if (isFirst && markup.test(text)) return webPage;
      if (binary.test(text)) return notUtf8;
      isFirst = false;
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return notUtf8;
    throw error;
  }
  return undefined;
}

export async function findPdfProblem(path: string): Promise<string | undefined> {
  return isPdf(await readHead(path, pdfHeadBytes)) ? undefined : notPdfMessage;
}

function readHead(path: string, bytes: number): Promise<Buffer> {
  return withFile(path, (file) => readAt(file, 0, bytes));
}

const headBytes = 32;

type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The first bytes decide. Undefined for any other file. */
export async function detectPictureType(path: string): Promise<PictureType | undefined> {
  return typeOf(await readHead(path, headBytes));
}

/** Phones store such pictures, but most browsers cannot show them. */
async function isHeic(path: string): Promise<boolean> {
  const head = (await readHead(path, headBytes)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && /heic|heix|heim|heis|hevc|hevx|mif1|msf1/.test(head.slice(8));
}

/** After an optional byte order mark and spaces. */
export async function isMarkupFile(path: string): Promise<boolean> {
  return /^(?:\xef\xbb\xbf)?\s*</.test((await readHead(path, headBytes)).toString('latin1'));
}

function typeOf(head: Buffer): PictureType | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp' && /avif|avis/.test(text.slice(8))) return 'avif';
  return undefined;
}

export const damagedPictureMessage = 'The picture is damaged and cannot be read.';
const wrongType = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';
const heic = 'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again.';

/** Reads only the first bytes and the header. */
export async function findPictureProblem(path: string): Promise<string | undefined> {
  if (!(await detectPictureType(path))) return (await isHeic(path)) ? heic : wrongType;
  const header = await readHeader(path);
  return header ? findSizeProblem(header) : damagedPictureMessage;
}

const pictureName = /\.(?:jpe?g|png|webp|avif|gif|hei[cf])$/i;

export async function findLibraryProblem(path: string, name: string): Promise<string | undefined> {
  const isPicture = pictureName.test(name) || (await detectPictureType(path)) !== undefined;
  if (isPicture || (await isHeic(path))) return findPictureProblem(path);
  const result = await findFileType(path, name);
  return 'problem' in result ? result.problem : undefined;
}

/** Decodes no pixels, so that large pictures are refused first. Undefined for a damaged header. */
async function readHeader(path: string): Promise<Metadata | undefined> {
  try {
    // sharp takes 40 MB, so the first picture loads it.
    const { default: sharp } = await import('sharp');
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

function findSizeProblem({ width, height, pages = 1, pageHeight = height }: Metadata): string | undefined {
  if (width * pageHeight > maxPixels) return 'The picture may have at most 50 megapixels.';
  if (pages > maxFrames) return `An animation may have at most ${maxFrames} frames.`;
  if (width * pageHeight * pages > maxPixelsOfAllFrames)
    return 'All frames of an animation together may have at most 100 megapixels.';
  return undefined;
}
