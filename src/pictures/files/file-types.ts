import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Parser } from 'htmlparser2';
import { type FileType, isFileType } from '../../shared/library-files.ts';
import { isPdf, pdfHeadBytes } from '../../shared/upload-limits.ts';
import { hasOneNameEach, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';

export const wrongFile =
  'The file must be a picture (JPEG, PNG, WebP, AVIF or GIF), or a PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT file.';
const emptyFile = 'The file is empty.';
const notUtf8 = 'The text of the file must be in UTF-8. Save it in this encoding and choose it again.';
const webPage = 'This is a web page or a drawing, not a text.';
const brokenArchive = 'The file is damaged and cannot be read.';
const withMacros = 'The file has macros. Save it without them and choose it again.';

const markup = /^\ufeff?\s*<(?:!doctype|\?xml|html|head|body|script|svg|iframe|meta)\b/i;
/** Matches control characters that do not occur in a text file. */
const binary = /[^\P{Cc}\t\n\f\r]/u;
const macros = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|\/macrosheets\/|^\/*(?:Basic|Scripts)\//i;
/** Matches the content types of macros and of documents with macros. */
const macroTypes = /vba|macro/i;
const contentTypes = '[Content_Types].xml';
const maxContentTypes = 256 * 1024;
/** A document has no more parts. */
const maxParts = 20_000;

type Found = { type: FileType } | { problem: string };

/**
 * Returns the type of a library file that is not a picture, or the problem of the file. The content decides
 * which type the file has, and the ending of the name must match this type.
 */
export async function findFileType(path: string, name: string): Promise<Found> {
  const ending = extname(name).slice(1).toLowerCase();
  const head = await readHead(path);
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

function asNamed(ending: FileType, type: FileType): Found {
  if (ending === type) return { type };
  return { problem: `The name of the file ends with .${ending}, but it is a ${type.toUpperCase()} file.` };
}

async function findArchiveType(path: string, head: Buffer): Promise<Found> {
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

/** Reads the content types of the parts of a document. They decide which part has macros, whatever its name is. */
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
  // The first file in an OpenDocument archive contains the media type and is not compressed.
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

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pdfHeadBytes), 0, pdfHeadBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
