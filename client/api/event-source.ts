type Headers = Record<string, string>;

/**
 * The `error` event of a stream, in the form that tRPC's links read. `error` is the server's error if the
 * server has refused the stream.
 */
class FailedEvent extends Event {
  readonly error: object | undefined;

  constructor(error?: object) {
    super('error');
    this.error = error;
  }
}

/**
 * Returns an EventSource class that sends headers, so that a stream uses the same credentials as every other
 * call. The class does not reconnect. An `error` event reports the end of the stream, and the code that
 * opened the stream decides whether to open a new stream.
 */
export function createEventSourceClass(headers: () => Headers) {
  return class FetchEventSource extends EventTarget {
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readyState: number = this.CONNECTING;
    readonly #stop = new AbortController();

    constructor(url: string) {
      super();
      void this.#run(url).then(
        (error) => this.#fail(error),
        () => this.#fail(),
      );
    }

    close(): void {
      this.readyState = this.CLOSED;
      this.#stop.abort();
    }

    /** Reads the stream to its end. Returns the server's error if the server refused the stream. */
    async #run(url: string): Promise<object | undefined> {
      const answer = await fetch(url, {
        headers: { ...headers(), Accept: 'text/event-stream', 'X-Activity': 'none' },
        credentials: 'include',
        cache: 'no-store',
        signal: this.#stop.signal,
      });
      if (!answer.ok || !answer.body) return (await answer.json()).error;
      this.readyState = this.OPEN;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const read = createEventParser((event) => this.dispatchEvent(event));
      for (let part = await reader.read(); !part.done; part = await reader.read()) read(part.value);
      return undefined;
    }

    #fail(error?: object): void {
      if (this.readyState === this.CLOSED) return;
      this.readyState = this.CLOSED;
      this.dispatchEvent(new FailedEvent(error));
    }
  };
}

/**
 * Returns a parser that accepts the text of a stream in pieces and calls `onEvent` for each event (HTML standard,
 * "Interpreting an event stream").
 */
export function createEventParser(onEvent: (event: MessageEvent<string>) => void): (piece: string) => void {
  let rest = '';
  let type = '';
  let data: string[] = [];
  let lastEventId = '';
  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0)
        onEvent(new MessageEvent(type || 'message', { data: data.join('\n'), lastEventId }));
      type = '';
      data = [];
      return;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
    if (field === 'id') lastEventId = value;
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
