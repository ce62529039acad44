import { z } from 'zod';
import { maxId, wholeNumber } from './fields.ts';

/**
 * A received file, which remains in the quarantine folder until an operation moves the file to the storage.
 */
export class Upload {
  readonly path: string;
  readonly bytes: number;
  /**
   * The name that the sender has given to the file, composed: a Mac sends `u` and its two dots apart. Browsers send a
   * quotation mark and line breaks percent-encoded. Use this name only as text, and never as a path.
   */
  readonly name: string;
  /** The reason why the file is refused, as a message. Undefined for an acceptable file. */
  readonly problem: string | undefined;

  constructor(file: { path: string; bytes: number; name: string; problem?: string | undefined }) {
    this.path = file.path;
    this.bytes = file.bytes;
    this.name = file.name?.normalize('NFC').replaceAll(/%(?:22|0d|0a)/gi, decodeURIComponent);
    this.problem = file.problem;
  }
}

/** The kinds of files that a form accepts. `media` is a picture or another file of the library. */
export type FileKind = 'picture' | 'logo' | 'pdf' | 'media';

export type FormFiles = Readonly<Record<string, FileKind>>;

/**
 * Returns the schema of a file that may be absent. An empty value counts as absent. The type of the input is
 * the browser's `File`. On the server, the value is an `Upload`.
 */
export function fileField(label: string) {
  return z.preprocess(
    (value: File | '' | undefined): unknown => (value === '' ? undefined : value),
    received(label).optional(),
  );
}

/**
 * Returns the schema of a new file or an existing picture. The input contains the path of an existing picture, or its
 * id in the library. `null` removes the picture of the row. An empty value counts as absent.
 */
export function fileOrPictureField<T extends z.ZodType<string>>(label: string, path: T) {
  return z
    .preprocess(
      (value: File | string | number | null | undefined): unknown => (value === '' ? undefined : value),
      z
        .union([received(label), wholeNumber(label, 1, maxId), path, z.null()], {
          error: `${label} must be a file, the path of an uploaded picture, or the id of a picture of the library`,
        })
        .optional(),
    )
    .meta({ override: { type: 'string', format: 'binary' } });
}

function received(label: string) {
  return z
    .instanceof(Upload, { error: `${label} must be a file` })
    .meta({ override: { type: 'string', format: 'binary' } })
    .superRefine((upload, issues) => {
      if (upload.problem)
        issues.addIssue({ code: 'custom', message: upload.problem, params: { rule: 'file' } });
    });
}
