import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { type FileType, isFileType } from '../../shared/library-files.ts';
import { isPdf } from '../../shared/upload-limits.ts';
import { readZipNames } from './zip-names.ts';

export const wrongFile =
  'The file must be a picture (JPEG, PNG, WebP, AVIF or GIF), or a PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT file.';
const emptyFile = 'The file is empty.';
const notUtf8 = 'The text of the file must be in UTF-8. Save it in this encoding and choose it again.';
const webPage = 'This is a web page or a drawing, not a text.';
const brokenArchive = 'The file is damaged and cannot be read.';
const withMacros = 'The file has macros. Save it without them and choose it again.';

const headBytes = 512;
const markup = /^\ufeff?\s*<(?:!doctype|\?xml|html|head|body|script|svg|iframe|meta)\b/i;
/** Matches control characters that do not occur in a text file. */
const binary = /[^\P{Cc}\t\n\f\r]/u;
const macros = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|\/macrosheets\/|^(?:Basic|Scripts)\//i;

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
  const names = await readZipNames(path);
  if (!names) return { problem: brokenArchive };
  const type = typeOfArchive(names, head);
  // A plain ZIP archive may contain any file, including one with macros.
  return type !== 'zip' && names.some((name) => macros.test(name)) ? { problem: withMacros } : { type };
}

function typeOfArchive(names: readonly string[], head: Buffer): FileType {
  // The first file in an OpenDocument archive contains the media type and is not compressed.
  const [, format] =
    /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)(?![-\w])/.exec(
      head.toString('latin1'),
    ) ?? [];
  if (format) return format === 'text' ? 'odt' : 'ods';
  if (!names.includes('[Content_Types].xml')) return 'zip';
  if (names.some((name) => name.startsWith('word/'))) return 'docx';
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  return names.some((name) => name.startsWith('ppt/')) ? 'pptx' : 'zip';
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
