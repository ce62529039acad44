import { isStorable } from './text-fields.ts';
import { maxPathLength } from './slugs.ts';

/**
 * Returns the form in which the paths of addresses are stored and compared: decoded, in lower case and
 * without a slash at the end. Returns undefined for a path that cannot be stored.
 */
export function normalizePath(path: string): string | undefined {
  if (path.length > maxPathLength || !path.startsWith('/')) return undefined;
  const decoded = decode(path);
  if (decoded === undefined || !isStorable(decoded)) return undefined;
  return (
    decoded
      .normalize('NFC')
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '') || '/'
  );
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
