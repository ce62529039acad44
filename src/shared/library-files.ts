import { slugOf } from './slugs.ts';

/** The files other than pictures that the library takes, by their endings. */
export const fileTypes = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'zip', 'csv', 'txt'] as const;
export type FileType = (typeof fileTypes)[number];

export const maxLibraryFileMegabytes = 20;
export const maxLibraryFileBytes = maxLibraryFileMegabytes * 1024 * 1024;

/**
 * The second part stays when the file is replaced, and its beginning is a part of the address. It is longer than that of pictures and of
 * documents in messages, so that all three can be told apart by their names.
 */
const filePattern = new RegExp(`^uploads/[0-9a-f]{32}-([0-9a-f]{32})\\.(${fileTypes.join('|')})$`);
const keyLength = 16;

export function isFileType(type: string): type is FileType {
  return (fileTypes as readonly string[]).includes(type);
}

/** Checks only the form of the path of a file that is no picture. */
export function isFilePath(path: string): boolean {
  return filePattern.test(path);
}

/** Returns the part of the path that a new version of the file keeps. Undefined for a picture. */
export function lastingPartOf(path: string | null): string | undefined {
  return filePattern.exec(path ?? '')?.[1];
}

export interface AddressedFile {
  id: number;
  name: string;
  path: string | null;
}

/**
 * Returns the address of a file: `/uploads/12-0a1b2c3d4e5f6a7b/price-list.pdf`. Nobody can guess it, and it stays when the file is replaced.
 * The words at its end are for people only. Undefined for a picture.
 */
export function fileAddress({ id, name, path }: AddressedFile): string | undefined {
  const [, part, type] = filePattern.exec(path ?? '') ?? [];
  if (!part || !type) return undefined;
  const words = slugOf(name.replace(new RegExp(`\\.${type}$`, 'i'), '')) || 'file';
  return `/uploads/${fileKey(id, part)}/${encodeURIComponent(words)}.${type}`;
}

export function fileKey(id: number, lastingPart: string): string {
  return `${id}-${lastingPart.slice(0, keyLength)}`;
}

const address = /(?<=^|href=")\/uploads\/([1-9]\d{0,9})(?=-[0-9a-f]{16}\/)/g;
const maxId = 2 ** 31 - 1;

/** Returns the distinct ids of the files to which a formatted text, or a text that is an address, links. */
export function linkedFileIds(text: string): number[] {
  const ids = Array.from(text.matchAll(address), ([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** Replaces the ids in links to files. The id 0 changes nothing. */
export function withLinkedFileIds(text: string, idOf: (id: number) => number): string {
  return text.replaceAll(address, (_, id) => `/uploads/${idOf(Number(id)) || id}`);
}
