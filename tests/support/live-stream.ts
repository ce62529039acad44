export interface LiveStream {
  status: number;
  headers: Headers;
  /** Resolves with the next event that has data, or with undefined at the end of the stream. */
  next(): Promise<LiveEvent | undefined>;
  ended(): Promise<LiveEvent[]>;
  body(): Promise<unknown>;
  close(): void;
}

export interface LiveEvent {
  id: string;
  /** The modules in which somebody edits. */
  edited: string[];
  data: { unread: number; newest: number | null };
}

export async function openLive(
  url: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<LiveStream> {
  const stop = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ lastEventId }));
  const answer = await fetch(`${url}/trpc/panel.live?input=${input}`, { headers, signal: stop.signal });
  const events = read(answer);
  const next = async () => (await events.next()).value ?? undefined;
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    ended: async () => {
      const rest: LiveEvent[] = [];
      for (let event = await next(); event; event = await next()) rest.push(event);
      return rest;
    },
    body: () => answer.json(),
    close: () => stop.abort(),
  };
}

async function* read(answer: Response): AsyncGenerator<LiveEvent, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(text.slice(0, end).split('\n').map(toField));
      text = text.slice(end + 2);
      if (!fields.has('event') && fields.has('data')) {
        const { inbox, edited } = JSON.parse(fields.get('data') ?? '');
        yield { id: fields.get('id') ?? '', data: inbox, edited };
      }
    }
  }
}

const toField = (line: string) => line.split(/: ?(.*)/).slice(0, 2) as [string, string];
