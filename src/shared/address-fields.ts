import { z } from 'zod';
import { isFilePath } from './library-files.ts';
import { clearableText } from './text-fields.ts';

const maxLength = 2000;

// User names and passwords could disguise the host of an address. Also refuses spaces, backslashes and control
// characters.
const webPattern = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;
const storedPattern = /^uploads\/[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.(?:jpeg|png|webp|avif)$/;

export function isWebAddress(text: string): boolean {
  return text.length <= maxLength && webPattern.test(text) && URL.canParse(text);
}

/** Tells the form only. The file may not exist. */
export function isPicturePath(text: string): boolean {
  return storedPattern.test(text);
}

/** The path of a picture or another file of the library, by its form only. */
export function isLibraryPath(path: string): boolean {
  return isPicturePath(path) || isFilePath(path);
}

export function webAddressField(label: string) {
  return clearableText(label, maxLength).refine(
    (text) => !text || isWebAddress(text),
    `${label} must be a web address that begins with http:// or https://`,
  );
}

/** An empty text means no picture. */
export const libraryPathField = z
  .string('Image must be text')
  .trim()
  .refine((text) => !text || isPicturePath(text), 'Image must be the path of a picture in the library')
  .optional();

/** An empty text is refused. */
export function uploadPathField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(isPicturePath, { error: `${label} must be the path of an uploaded picture`, abort: true });
}

/** The path of an uploaded picture, or an http(s) address, which the server never fetches. */
export function pictureAddressField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(
      (text) => isWebAddress(text) || isPicturePath(text),
      `${label} must be a web address (http or https) or the path of an uploaded picture`,
    );
}
