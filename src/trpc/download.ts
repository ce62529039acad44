/** A file as an answer. REST sends it; tRPC, which carries JSON, tells only what it is. */
export class Download {
  /** What a person called it; safe as a file's name. */
  readonly name: string;
  readonly type: string;
  /** How long it is; not known of what is made while it is sent. */
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
