/** tRPC, which carries JSON, only describes the file. */
export class Download {
  readonly name: string;
  readonly type: string;
  /** Undefined for content that is generated while it is sent. */
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
