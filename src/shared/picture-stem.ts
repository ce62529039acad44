/** Returns the part of the path that a picture and its smaller versions share. */
export function stemOf(path: string): string {
  return path.replace(/(?<=-(?:[0-9a-f]{8}){1,2})(?:-\d{1,5})?\.\w+$/, '');
}
