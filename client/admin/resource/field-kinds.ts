import type { Column } from '../../../src/shared/columns.ts';
import { describeImage, plainText } from '../fields/alt-text-input.tsx';
import { withPendingTag } from '../fields/tags-input.tsx';
import { formatValue } from '../form/form-definition.ts';
import type { FieldKind, Members, Option } from './field-kind.ts';

/** Returns the member of the draft with the text of a tag that is not added yet. */
export const pendingOf = (name: string) => `${name}_pending`;

/**
 * Returns how a form handles a column. `options` are those of a choice. `first` is the value of a new row.
 */
export function fieldKindOf(
  name: string,
  column: Column,
  options: readonly Option[],
  first: unknown,
): FieldKind {
  if (column.kind === 'tags') return tagsKind(name);
  if (column.kind === 'picture') return pictureKind(name);
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label;
  return {
    initial: { [name]: firstOf(column, options, first) },
    fromRow: (row) => ({ [name]: row[name] ?? '' }),
    show: (draft) => {
      if (column.kind === 'html') return plainText(String(draft[name]));
      return labelOf(draft[name]) ?? formatValue(draft[name]);
    },
    toInput: (draft) => ({ [name]: draft[name] }),
    errorNames: [name],
  };
}

/** Returns the value of a new row. One that its list no longer has gives way to the first one. */
function firstOf(column: Column, options: readonly Option[], first: unknown): unknown {
  if (first === undefined) return initialOf(column);
  const isOffered = column.kind !== 'listed' || options.some(({ value }) => value === first);
  return isOffered ? first : options[0]?.value;
}

function initialOf(column: Column): unknown {
  if (column.kind === 'tick') return column.initial;
  // A list always shows at least one input.
  return column.kind === 'lines' ? [''] : '';
}

function tagsKind(name: string): FieldKind {
  const pending = pendingOf(name);
  const all = (draft: Members) => withPendingTag(draft[name] as string[], String(draft[pending]));
  return {
    initial: { [name]: [], [pending]: '' },
    fromRow: (row) => ({ [name]: row[name], [pending]: '' }),
    show: (draft) => formatValue(all(draft)),
    // A tag that was typed but not added is saved too.
    toInput: (draft) => ({ [name]: all(draft) }),
    errorNames: [name],
  };
}

/** The members of a draft for its picture, besides a newly chosen file. */
export interface PictureDraft {
  /** The path of the stored picture. */
  stored: string | null;
  /**
   * The alternative text. It is empty for a decorative picture, and null when nobody has described the
   * picture.
   */
  alt: string | null;
  /** The save deletes the stored picture. */
  remove_image: boolean;
}

/**
 * Returns how a form handles an uploaded picture. A form has at most one, because the server accepts one
 * alternative text.
 */
export function pictureKind(name: string): FieldKind {
  return {
    initial: { [name]: undefined, stored: null, alt: null, remove_image: false },
    fromRow: (row) => {
      const picture = row.picture as { alt?: string | null } | null | undefined;
      return { [name]: undefined, stored: row[name], alt: picture?.alt ?? null, remove_image: false };
    },
    show: (draft) => {
      const { stored, alt, remove_image } = draft as unknown as PictureDraft;
      return describeImage(draft[name] as File | undefined, remove_image ? null : stored, alt);
    },
    toInput: (draft) => ({
      [name]: draft[name],
      image_alt: draft.alt ?? undefined,
      remove_image: draft.remove_image || undefined,
    }),
    errorNames: [name, 'image_alt'],
    stored: ['stored'],
  };
}
