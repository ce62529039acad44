import { z } from 'zod';
import { isFilePath } from './library-files.ts';
import { clearableText } from './text-fields.ts';

const maxLength = 2000;

// Refuses user names, passwords, control characters and spaces, so that the address shown is the one opened.
const webPattern = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;
const storedPattern = /^uploads\/[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.(?:jpeg|png|webp|avif)$/;

export function isWebAddress(text: string): boolean {
  return text.length <= maxLength && webPattern.test(text) && URL.canParse(text);
}

/** Checks only the form of the path. The file may not exist. */
export function isUploadPath(text: string): boolean {
  return storedPattern.test(text);
}

/** Accepts the paths of pictures and of other files of the library. */
export function isStoredPath(path: string): boolean {
  return isUploadPath(path) || isFilePath(path);
}

export function webAddress(label: string) {
  return clearableText(label, maxLength).refine(
    (text) => !text || isWebAddress(text),
    `${label} must be a web address that begins with http:// or https://`,
  );
}

/** The path of a picture of the library. An empty text means none. */
export const libraryPath = z
  .string('Image must be text')
  .trim()
  .refine((text) => !text || isUploadPath(text), 'Image must be the path of a picture in the library')
  .optional();

/** The path of a picture that was uploaded. */
export function uploadPath(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(isUploadPath, { error: `${label} must be the path of an uploaded picture`, abort: true });
}

/** The path of an upload, or an http(s) address, which the server never fetches. */
export function pictureAddress(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(
      (text) => isWebAddress(text) || isUploadPath(text),
      `${label} must be a web address (http or https) or the path of an uploaded picture`,
    );
}
