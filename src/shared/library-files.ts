import { slugOf } from './slugs.ts';

/** The types of files that the library accepts in addition to pictures. Each is the extension of the file. */
export const documentTypes = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'zip', 'csv', 'txt'] as const;
export type FileType = (typeof documentTypes)[number];

export const maxLibraryFileMegabytes = 20;
export const maxLibraryFileBytes = maxLibraryFileMegabytes * 1024 * 1024;

/**
 * The path of a library file that is not a picture. Its second part remains unchanged when the file is replaced. The
 * address of the file contains the beginning of this part. The paths of pictures and of documents in messages have a
 * shorter second part. The three kinds of files can therefore be told apart by their names.
 */
const filePattern = new RegExp(`^uploads/[0-9a-f]{32}-([0-9a-f]{32})\\.(${documentTypes.join('|')})$`);
const keyLength = 16;

export function isFileType(type: string): type is FileType {
  return (documentTypes as readonly string[]).includes(type);
}

/**
 * Returns whether the text has the form of the path of a library file that is not a picture. There might be no file
 * with this path.
 */
export function isFilePath(path: string): boolean {
  return filePattern.test(path);
}

/**
 * Returns the part of a file's path that stays the same when the file is replaced. Returns undefined for the path of
 * a picture.
 */
export function stablePartOf(path: string | null): string | undefined {
  return filePattern.exec(path ?? '')?.[1];
}

interface AddressedFile {
  id: number;
  name: string;
  path: string | null;
}

/**
 * Returns the address of a file, such as `/uploads/12-0a1b2c3d4e5f6a7b/price-list.pdf`. Returns undefined for a
 * picture. Nobody can guess the address, and the address remains valid when the file is replaced. The last part of the
 * address tells people what the file contains. The server ignores this part.
 */
export function fileAddress({ id, name, path }: AddressedFile): string | undefined {
  const [, part, type] = filePattern.exec(path ?? '') ?? [];
  if (!part || !type) return undefined;
  const words = slugOf(name.replace(new RegExp(`\\.${type}$`, 'i'), '')) || 'file';
  return `/uploads/${fileAddressKey(id, part)}/${encodeURIComponent(words)}.${type}`;
}

export function fileAddressKey(id: number, lastingPart: string): string {
  return `${id}-${lastingPart.slice(0, keyLength)}`;
}

const address = /(?<=^|href=")\/uploads\/([1-9]\d{0,9})(?=-[0-9a-f]{16}\/)/g;
const maxId = 2 ** 31 - 1;

/**
 * Returns the ids of the library files to which `text` links, each once. `text` is formatted text or a single address.
 */
export function linkedFileIds(text: string): number[] {
  const ids = Array.from(text.matchAll(address), ([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** Replaces the ids in links to library files. A link for which `idOf` returns 0 remains unchanged. */
export function withLinkedFileIds(text: string, idOf: (id: number) => number): string {
  return text.replaceAll(address, (_, id) => `/uploads/${idOf(Number(id)) || id}`);
}

/**
 * Returns the part of the path that a picture has in common with its scaled versions: the path without the
 * width and the extension.
 */
export function pictureStemOf(path: string): string {
  return path.replace(/(?<=-(?:[0-9a-f]{8}){1,2})(?:-\d{1,5})?\.\w+$/, '');
}
