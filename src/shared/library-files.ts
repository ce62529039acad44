import { slugOfText } from './slugs.ts';

/** What the library accepts besides pictures, by file extension. */
export const documentTypes = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'zip', 'csv', 'txt'] as const;
export type FileType = (typeof documentTypes)[number];

export const maxLibraryFileMegabytes = 20;
export const maxLibraryFileBytes = maxLibraryFileMegabytes * 1024 * 1024;

/**
 * A library file that is no picture. The second part stays when the file is replaced, and its beginning is in the
 * file's address. Those of pictures and of documents in messages are shorter, which tells the three kinds apart.
 */
const filePattern = new RegExp(`^uploads/[0-9a-f]{32}-([0-9a-f]{32})\\.(${documentTypes.join('|')})$`);
const keyLength = 16;

export function isFileType(type: string): type is FileType {
  return (documentTypes as readonly string[]).includes(type);
}

/** By its form only. The file may not exist. */
export function isFilePath(path: string): boolean {
  return filePattern.test(path);
}

/** What stays when the file is replaced. Undefined for a picture. */
export function lastingPartOfPath(path: string | null): string | undefined {
  return filePattern.exec(path ?? '')?.[1];
}

interface AddressedFile {
  id: number;
  name: string;
  path: string | null;
}

/**
 * Such as `/uploads/12-0a1b2c3d4e5f6a7b/price-list.pdf`. Undefined for a picture. Nobody can guess it, and it stays
 * when the file is replaced. The last part is for people: the server ignores it.
 */
export function fileAddress({ id, name, path }: AddressedFile): string | undefined {
  const [, part, type] = filePattern.exec(path ?? '') ?? [];
  if (!part || !type) return undefined;
  const base = slugOfText(name.replace(new RegExp(`\\.${type}$`, 'i'), '')) || 'file';
  return `/uploads/${fileAddressKey(id, part)}/${encodeURIComponent(base)}.${type}`;
}

export function fileAddressKey(id: number, lastingPart: string): string {
  return `${id}-${lastingPart.slice(0, keyLength)}`;
}

const address = /(?<=^|href=")\/uploads\/([1-9]\d{0,9})(?=-[0-9a-f]{16}\/)/g;
const maxId = 2 ** 31 - 1;

/** Of formatted text, or of a single address. */
export function linkedFileIds(text: string): number[] {
  const ids = Array.from(text.matchAll(address), ([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** A link for which `idOf` returns 0 stays. */
export function withLinkedFileIds(text: string, idOf: (id: number) => number): string {
  return text.replaceAll(address, (_, id) => `/uploads/${idOf(Number(id)) || id}`);
}

/** The path without width, treatment and extension, which a picture shares with its sizes. */
export function pictureStemOf(path: string): string {
  return path.replace(
    /(?<=-(?:[0-9a-f]{8}){1,2})(?:-\d{1,5}(?:-grey|-mild|-(?:duo|mild|tone)-\d{1,2})?)?\.\w+$/,
    '',
  );
}
