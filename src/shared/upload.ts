import { z } from 'zod';

/** A file that came with a form and lies in quarantine until the act that asked for it takes it over. */
export class Upload {
  /** Where it lies. */
  readonly path: string;
  readonly bytes: number;
  /** What the sender called it; only ever shown as text. */
  readonly name: string;
  /** Why its bytes are not what the field takes, in words; absent when they are. */
  readonly problem: string | undefined;

  constructor(file: { path: string; bytes: number; name: string; problem?: string | undefined }) {
    this.path = file.path;
    this.bytes = file.bytes;
    this.name = file.name;
    this.problem = file.problem;
  }
}

/** What a file field of a form takes: decides how the bytes are judged and how many there may be. */
export type FileKind = 'picture' | 'pdf';

/** The file fields of a form. */
export type FormFiles = Readonly<Record<string, FileKind>>;

/** A field that takes a file or, as text, what `address` accepts; an empty value is neither. */
export function fileOr<T extends z.ZodType<string>>(label: string, address: T) {
  return z.preprocess(
    (value: File | string | undefined): unknown => (value === '' ? undefined : value),
    z.union([received(label), address], { error: `${label} must be a file or an address` }).optional(),
  );
}

/**
 * A file field. In the browser it is a `File`, on the server the received `Upload`; an empty value is no file.
 */
export function file(label: string) {
  return z.preprocess(
    (value: File | '' | undefined): unknown => (value === '' ? undefined : value),
    received(label).optional(),
  );
}

function received(label: string) {
  return z
    .instanceof(Upload, { error: `${label} must be a file` })
    .meta({ override: { type: 'string', format: 'binary' } })
    .superRefine((upload, issues) => {
      if (upload.problem) issues.addIssue({ code: 'custom', message: upload.problem });
    });
}
