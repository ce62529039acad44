import { z } from 'zod';
import { maxId, wholeNumber } from './fields.ts';

/** Stays in the quarantine folder until an operation moves it to the storage. */
export class Upload {
  readonly path: string;
  readonly bytes: number;
  /** Composed: a Mac sends `u` and its two dots apart. Browsers percent-encode some signs. Never a path. */
  readonly name: string;
  /** Why the file is refused. Undefined for an acceptable one. */
  readonly problem: string | undefined;

  constructor(file: { path: string; bytes: number; name: string; problem?: string | undefined }) {
    this.path = file.path;
    this.bytes = file.bytes;
    this.name = file.name?.normalize('NFC').replaceAll(/%(?:22|0d|0a)/gi, decodeURIComponent);
    this.problem = file.problem;
  }
}

/** `media` is a picture or another file of the library. */
export type FileKind = 'picture' | 'logo' | 'pdf' | 'media' | 'xliff';

export type FormFiles = Readonly<Record<string, FileKind>>;

/** An empty value counts as absent. The input is the browser's `File`, on the server an `Upload`. */
export function fileField(label: string) {
  return z.preprocess(
    (value: File | '' | undefined): unknown => (value === '' ? undefined : value),
    received(label).optional(),
  );
}

/** Also the path of a picture, or its id in the library. `null` removes it. Empty counts as absent. */
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
