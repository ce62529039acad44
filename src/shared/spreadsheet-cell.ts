/**
 * Returns the text for a cell of a CSV file. An apostrophe is added before a text that a spreadsheet would run as a
 * formula. Full-width signs count too, because some spreadsheets accept them.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
