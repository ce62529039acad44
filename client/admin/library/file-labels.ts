import { documentTypes } from '../../../src/shared/library-files.ts';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';

/** The `accept` attributes of file inputs, by the kind of library items that people can choose. */
export const acceptAttributes: Readonly<Record<MediaKind | 'any', string>> = {
  picture: 'image/*',
  file: documentTypes.map((type) => `.${type}`).join(),
  any: ['image/*', ...documentTypes.map((type) => `.${type}`)].join(),
};

const kilobyte = 1024;

/** Returns a file size in kB or MB, for example '640 kB' or '1.4 MB'. */
function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte));
  if (kilobytes < kilobyte) return `${kilobytes} kB`;
  return `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`;
}

/**
 * Returns the size of a file, or the width and height of a picture. Returns an empty text for a picture of
 * unknown size.
 */
export function formatSizeOrDimensions({ file, picture }: Pick<MediaItemView, 'file' | 'picture'>): string {
  if (file) return formatFileSize(file.bytes);
  return picture ? `${picture.width} × ${picture.height}` : '';
}
