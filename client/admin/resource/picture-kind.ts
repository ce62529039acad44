import { formatImageVersion } from '../fields/alt-text-input.tsx';
import type { FieldKind, Members } from './field-kind.ts';
import type { PictureInput } from './module-api.ts';

export interface PictureValues {
  stored: string | null;
  /** `''` for a decorative picture, null for a picture that nobody has described. */
  alt: string | null;
  /** The path of a picture that was chosen from the library and is not saved yet. */
  existing_image: string | null;
  remove_image: boolean;
}

export const pictureIn = (values: Members) => values as Members & PictureValues;

/** A form has at most one uploaded picture, because the server accepts only one alternative text. */
export function pictureKind(name: string): FieldKind {
  return {
    initial: { [name]: undefined, existing_image: null, stored: null, alt: null, remove_image: false },
    fromRow: (row) => {
      const picture = row.picture as { alt?: string | null } | null | undefined;
      const unchanged = { [name]: undefined, existing_image: null, remove_image: false };
      return { ...unchanged, stored: row[name], alt: picture?.alt ?? null };
    },
    format: (values) => {
      const { stored, alt, remove_image, existing_image } = pictureIn(values);
      const kept = remove_image ? null : stored;
      return formatImageVersion(values[name] as File | undefined, kept, alt, existing_image);
    },
    toInput: (values) => {
      const { existing_image, alt, remove_image } = pictureIn(values);
      const input: PictureInput = {
        existing_image: existing_image ?? undefined,
        image_alt: alt ?? undefined,
        remove_image: remove_image || undefined,
      };
      return { [name]: values[name], ...input };
    },
    errorNames: [name, 'existing_image', 'image_alt'],
    stored: ['stored'],
  };
}
