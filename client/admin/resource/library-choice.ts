import type { LibraryChoice } from '../fields/image-input.tsx';
import type { PictureValues } from './picture-kind.ts';

type Choice = Pick<PictureValues, 'existing_image' | 'alt' | 'remove_image'>;

/** `storedAlt` describes the stored picture. */
export function libraryChoice(
  { existing_image }: Pick<PictureValues, 'existing_image'>,
  storedAlt: string | null,
  onChange: (choice: Choice) => void,
): LibraryChoice {
  const change = (path: string | null, alt: string | null) =>
    onChange({ existing_image: path, alt, remove_image: false });
  return {
    path: existing_image,
    choose: ({ path, alt }) => change(path, alt),
    undo: () => change(null, storedAlt),
  };
}
