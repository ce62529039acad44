const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * Returns the text of a small file that a person wrote, such as one of settings or of a passphrase, without its byte
 * order mark. Editors on Windows write such marks, and UTF-16.
 * @throws {Error} when the file is no text in UTF-8 and has no mark of UTF-16
 */
export function textOfFile(content: Uint8Array, name: string): string {
  const text = decodeUnicode(content);
  if (text !== undefined) return text;
  throw new Error(`${name} is no text in UTF-8. Please save it as UTF-8 in your editor.`);
}

/** Returns the text of a file of a spreadsheet program. Excel saves CSV files in windows-1252. */
export function textOfSpreadsheet(content: Uint8Array): string {
  return decodeUnicode(content) ?? new TextDecoder('windows-1252').decode(content);
}

/** Returns undefined for a file that is neither UTF-8 nor UTF-16 with its byte order mark. */
function decodeUnicode(content: Uint8Array): string | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));
  try {
    const text = new TextDecoder(mark?.encoding, { fatal: true }).decode(content);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Returns the text for a cell of a CSV file. An apostrophe is added before a text that a spreadsheet would run as a
 * formula. Full-width signs count too, because some spreadsheets accept them.
 */
export function toCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
