/** `''` for a text without a letter or a digit, such as a dot that somebody typed into a required field. */
export function meaningfulText(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}
