/** The apostrophe keeps spreadsheets from running text as a formula. Some also accept full-width signs. */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
