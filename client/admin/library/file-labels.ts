import { documentTypes } from '../../../src/shared/library-files.ts';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';

export const acceptAttributes: Readonly<Record<MediaKind | 'any', string>> = {
  picture: 'image/*',
  file: documentTypes.map((type) => `.${type}`).join(),
  any: ['image/*', ...documentTypes.map((type) => `.${type}`)].join(),
};

const kilobyte = 1024;

/** For example '640 kB' or '1.4 MB'. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte));
  if (kilobytes < kilobyte) return `${kilobytes} kB`;
  return `${(bytes / kilobyte / kilobyte).toFixed(1)} MB`;
}

/** Returns a file's size, or a picture's width and height. */
export function formatSizeOrDimensions({ file, picture }: Pick<MediaItemView, 'file' | 'picture'>): string {
  if (file) return formatFileSize(file.bytes);
  return picture ? `${picture.width} × ${picture.height}` : '';
}
