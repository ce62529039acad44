/**
 * Returns the text for a cell of a CSV file. An apostrophe is added before a text that a spreadsheet would
 * run as a formula. Some spreadsheets accept full-width signs too.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
