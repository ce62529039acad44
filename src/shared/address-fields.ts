import { z } from 'zod';
import { isFilePath } from './library-files.ts';
import { clearableText } from './text-fields.ts';

const maxLength = 2000;

// Refuses user names and passwords, which could disguise the host of an address. Also refuses spaces,
// backslashes and control characters.
const webPattern = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;
const storedPattern = /^uploads\/[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.(?:jpeg|png|webp|avif)$/;

export function isWebAddress(text: string): boolean {
  return text.length <= maxLength && webPattern.test(text) && URL.canParse(text);
}

/**
 * Returns whether the text has the form of the path of an uploaded picture. A file with this path may not
 * exist.
 */
export function isPicturePath(text: string): boolean {
  return storedPattern.test(text);
}

/**
 * Returns whether the text has the form of the path of an uploaded picture or of another file of the library.
 * A file with this path may not exist.
 */
export function isLibraryPath(path: string): boolean {
  return isPicturePath(path) || isFilePath(path);
}

export function webAddressField(label: string) {
  return clearableText(label, maxLength).refine(
    (text) => !text || isWebAddress(text),
    `${label} must be a web address that begins with http:// or https://`,
  );
}

/** The schema of the path of a picture in the library. An empty text means no picture. */
export const libraryPathField = z
  .string('Image must be text')
  .trim()
  .refine((text) => !text || isPicturePath(text), 'Image must be the path of a picture in the library')
  .optional();

/** Returns the schema of the path of an uploaded picture. An empty text is refused. */
export function uploadPathField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(isPicturePath, { error: `${label} must be the path of an uploaded picture`, abort: true });
}

/**
 * Returns the schema of a picture's address: the path of an uploaded picture, or an http(s) address. The
 * server never fetches an http(s) address.
 */
export function pictureAddressField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(
      (text) => isWebAddress(text) || isPicturePath(text),
      `${label} must be a web address (http or https) or the path of an uploaded picture`,
    );
}
