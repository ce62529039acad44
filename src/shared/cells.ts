/**
 * A spreadsheet would run text that begins as a formula. An apostrophe marks it as text. Full-width forms of the
 * signs count too, because some programs read them as the signs themselves.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
