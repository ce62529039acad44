/**
 * Returns a value as a cell of a spreadsheet. Text that a program would read as a formula gets an apostrophe in front, which
 * marks it as text. Full-width forms of the formula signs count too, because some programs read them as the signs themselves.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
