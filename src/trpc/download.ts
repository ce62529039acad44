/**
 * A file as a response. REST sends the content of the file. tRPC transports JSON, so it sends only name, type and size.
 */
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
