import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { toCsvCell } from '../shared/text-of-file.ts';

/** REST sends the content. tRPC transports JSON, so it sends only name, type and size. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: number | undefined;
  readonly open: () => NodeJS.ReadableStream;

  constructor(file: {
    name: string;
    type: string;
    bytes: number | undefined;
    open: () => NodeJS.ReadableStream;
  }) {
    this.name = file.name;
    this.type = file.type;
    this.bytes = file.bytes;
    this.open = file.open;
  }

  toJSON(): { name: string; type: string; bytes?: number | undefined } {
    return { name: this.name, type: this.type, bytes: this.bytes };
  }
}

export const spreadsheetType = 'text/csv; charset=utf-8';

export type SpreadsheetColumns<Row> = Record<string, (row: Row) => string | number | boolean | null>;

/** Generated while it is sent. Neutralises cells that a spreadsheet program would read as formulas. */
export function csvDownload<Row>(
  name: string,
  columns: SpreadsheetColumns<Row>,
  rows: AsyncIterable<Row>,
): Download {
  async function* lines() {
    for await (const row of rows) yield Object.values(columns).map((cell) => toCsvCell(cell(row)));
  }
  const open = () => {
    const file = stringify({
      header: true,
      bom: true,
      record_delimiter: 'windows',
      // Naming a delimiter turns this off, and a lone line break in a cell would begin a row.
      quote_record_delimiter: true,
      columns: Object.keys(columns),
    });
    const source = Readable.from(lines());
    source.on('error', (error) => file.destroy(error));
    file.on('close', () => source.destroy());
    return source.pipe(file);
  };
  return new Download({ name, type: spreadsheetType, bytes: undefined, open });
}
