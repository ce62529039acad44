import { z } from 'zod';
import { maxId, wholeNumber } from './fields.ts';

/** A received file. It is in quarantine until the operation moves it to the storage. */
export class Upload {
  readonly path: string;
  readonly bytes: number;
  /** The sender's name for the file. Only display it as text. */
  readonly name: string;
  /** The problem of the file, for the message. Undefined for an acceptable file. */
  readonly problem: string | undefined;

  constructor(file: { path: string; bytes: number; name: string; problem?: string | undefined }) {
    this.path = file.path;
    this.bytes = file.bytes;
    this.name = file.name;
    this.problem = file.problem;
  }
}

/** `media`: a picture, or another file of the library. */
export type FileKind = 'picture' | 'logo' | 'pdf' | 'media';

export type FormFiles = Readonly<Record<string, FileKind>>;

/** Accepts a `File` in the browser and an `Upload` on the server. An empty value counts as absent. */
export function file(label: string) {
  return z.preprocess(
    (value: File | '' | undefined): unknown => (value === '' ? undefined : value),
    received(label).optional(),
  );
}

/**
 * Accepts a file or an existing picture, given by its path or by its id in the library. `null` removes the picture of
 * the row. An empty value counts as absent.
 */
export function fileOrPicture<T extends z.ZodType<string>>(label: string, path: T) {
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
