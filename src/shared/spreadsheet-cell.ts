/**
 * An apostrophe before the text keeps spreadsheets from running it as a formula. Some spreadsheets also accept
 * full-width signs.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
