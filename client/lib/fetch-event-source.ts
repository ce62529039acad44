type Headers = Record<string, string>;

/** A refusal as tRPC's links read it: `error` is what the server answered in place of a stream. */
class FailedEvent extends Event {
  readonly error: object | undefined;

  constructor(error?: object) {
    super('error');
    this.error = error;
  }
}

/**
 * Gives an EventSource that sends headers, so that a stream is opened by the same credentials as every other call. It does not
 * come back by itself: whoever opened it is told of the end by `error` and decides.
 */
export function fetchEventSource(headers: () => Headers) {
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

    /** Reads to the end; gives the refusal when there is one. */
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
      const read = eventReader((event) => this.dispatchEvent(event));
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

/** Takes text in pieces and gives the events in it (HTML standard, "Interpreting an event stream"). */
export function eventReader(onEvent: (event: MessageEvent<string>) => void): (piece: string) => void {
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
