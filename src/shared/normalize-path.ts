import { isStorable } from './fields.ts';
import { maxPathLength } from './slugs.ts';

/** Decoded, in lower case, without a slash at the end. Undefined for a path that cannot be stored. */
export function normalizePath(path: string): string | undefined {
  if (path.length > maxPathLength || !path.startsWith('/')) return undefined;
  const decoded = path.replaceAll(encodedBytes, decodeBytes);
  if (!isStorable(decoded)) return undefined;
  const normal =
    decoded
      .normalize('NFC')
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '') || '/';
  // Lower case may be longer: `İ` has two characters there.
  return normal.length > maxPathLength ? undefined : normal;
}

/** Old links may be in another encoding than UTF-8, such as `/gr%FC%DFe`, or have a bare `%`. */
export function toUtf8Path(path: string): string {
  return path
    .replaceAll(encodedBytes, (bytes) => encodeURIComponent(decodeBytes(bytes)))
    .replaceAll(/%(?![\da-f]{2})/gi, '%25');
}

const encodedBytes = /(?:%[\da-f]{2})+/gi;

/** Bytes that are no UTF-8 are windows-1252, in which every byte is a letter. */
function decodeBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    const codes = bytes.slice(1).split('%');
    return new TextDecoder('windows-1252').decode(
      Uint8Array.from(codes, (code) => Number.parseInt(code, 16)),
    );
  }
}
