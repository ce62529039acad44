/**
 * A value as a cell of a spreadsheet: text that a program would take for a formula gets an apostrophe before it, by which
 * spreadsheets know it as text. Some of them read the wide forms of the signs like the signs themselves.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
