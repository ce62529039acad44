/**
 * Returns the part of the path that a picture has in common with its scaled versions: the path without the
 * width and the extension.
 */
export function pictureStemOf(path: string): string {
  return path.replace(/(?<=-(?:[0-9a-f]{8}){1,2})(?:-\d{1,5})?\.\w+$/, '');
}
