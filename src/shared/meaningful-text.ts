/** `''` for a text without a letter or a digit, such as a dot that somebody typed into a required field. */
export function meaningfulText(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** A number stays on one line with the word after it. */
export function withJoinedNumbers(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\p{L}{1,10}(?!\p{L}))/gu, '\u00a0');
}
