const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * A small file that a person wrote, such as settings or a passphrase, without its byte order mark. Editors on Windows
 * write such marks, and UTF-16.
 * @throws {Error} when the file is no text in UTF-8 and has no mark of UTF-16
 */
export function textOfFile(content: Uint8Array, name: string): string {
  const text = decodeUnicode(content);
  if (text !== undefined) return text;
  throw new Error(`${name} is no text in UTF-8. Please save it as UTF-8 in your editor.`);
}

/** Excel saves CSV files in windows-1252. */
export function textOfSpreadsheet(content: Uint8Array): string {
  return decodeUnicode(content) ?? new TextDecoder('windows-1252').decode(content);
}

/** Undefined unless the file is UTF-8, or UTF-16 with its byte order mark. */
function decodeUnicode(content: Uint8Array): string | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));
  try {
    const text = new TextDecoder(mark?.encoding, { fatal: true }).decode(content);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** An apostrophe keeps spreadsheets from running a text as a formula. Some accept full-width signs too. */
export function toCsvCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'string') return /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return value === null || value === undefined ? '' : String(value);
}
