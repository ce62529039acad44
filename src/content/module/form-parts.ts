import type { Columns } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Cleaner } from '../../workers/cleaner.ts';
import type { NamedPicture, UploadedPicture } from '../../pictures/files-of-save.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import type { EditorCtx } from '../kind.ts';

/** The context of a call that stores formatted text, which must be cleaned. */
export type WritingCtx = EditorCtx & { cleaner: Cleaner };

/** The parts of a form. `words` are the values of the columns, `named` is a picture of the library, `image_alt` describes the picture. */
interface Given {
  words: Record<string, unknown>;
  upload: UploadedPicture | undefined;
  named: NamedPicture | undefined;
  image_alt: string | undefined;
  remove_image: boolean | undefined;
}

/** Separates the picture, because its column is set only when the file has been stored. */
export function takeApart(input: object, picture: string | undefined): Given {
  const { image_alt, remove_image, existing_image, ...given } = input as Record<string, unknown>;
  const { [picture ?? '']: upload, ...words } = given;
  const named =
    existing_image && !upload
      ? { address: existing_image, field: 'existing_image', isFromLibrary: true }
      : undefined;
  const file = upload && { file: upload, field: picture };
  return { words, upload: file, named, image_alt, remove_image } as Given;
}

/** @throws {RuleBroken} when nothing readable is left of a formatted text */
export async function cleanTexts(
  { cleaner }: WritingCtx,
  columns: Columns,
  words: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const cleaned = { ...words };
  for (const [key, column] of Object.entries(columns)) {
    const { kind, label } = column;
    const isOptional = 'isOptional' in column;
    if (kind !== 'html' || (isOptional && !words[key])) continue;
    const { html } = await cleaner.clean(String(words[key]), {}, key);
    if (!html && !isOptional) throw RuleBroken.of(key, `${label} is required`);
    cleaned[key] = html;
  }
  return cleaned;
}

/** Stores the description of the row's own picture. */
export function describeOwn(
  tx: EditorCtx,
  picture: string | undefined,
  row: Record<string, unknown>,
  alt: string | undefined,
): Promise<void> {
  return describePicture(tx, picture && (row[picture] as string | null), alt);
}

export function definedOnly(words: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
