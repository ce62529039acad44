export interface LiveStream {
  status: number;
  headers: Headers;
  /**
   * Resolves with the next event that has data and that `isWanted` accepts, or with undefined at the end of
   * the stream. By default, events that only report changed parts of the panel are skipped, because signing
   * in already causes such an event.
   */
  next(isWanted?: (event: LiveEvent) => boolean): Promise<LiveEvent | undefined>;
  ended(): Promise<LiveEvent[]>;
  body(): Promise<unknown>;
  close(): void;
}

export interface LiveEvent {
  id: string;
  /** The modules in which somebody is editing. */
  edited: string[];
  /** The parts of the panel whose data has changed. */
  changed: string[];
  /** The changed messages, or null if any message may have changed. */
  messages: number[] | null;
  /** The last state of the inbox that the stream has sent. */
  data: { unread: number; newest: number | null };
  /** The state of the inbox in this event, or null if no message has changed. */
  inbox: { unread: number; newest: number | null } | null;
}

export async function openLiveStream(
  url: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<LiveStream> {
  const stop = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ lastEventId }));
  const answer = await fetch(`${url}/trpc/panel.live?input=${input}`, { headers, signal: stop.signal });
  const events = read(answer);
  let lastId: string | undefined;
  const isMore = ({ id, edited, changed }: LiveEvent) =>
    id !== lastId || edited.length > 0 || changed.length === 0;
  const next = async (isWanted: (event: LiveEvent) => boolean = isMore) => {
    for (;;) {
      const event = (await events.next()).value ?? undefined;
      const isEnough = !event || isWanted(event);
      lastId = event?.id;
      if (isEnough) return event;
    }
  };
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

/**
 * Returns whether an event reports that somebody is editing. Tests of open forms wait only for such events.
 */
export const reportsEditing = ({ edited }: LiveEvent) => edited.length > 0;

async function* read(answer: Response): AsyncGenerator<LiveEvent, undefined> {
  let text = '';
  let data = null as unknown as LiveEvent['data'];
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(text.slice(0, end).split('\n').map(toField));
      text = text.slice(end + 2);
      if (!fields.has('event') && fields.has('data')) {
        const { inbox, edited, changed, messages } = JSON.parse(fields.get('data') ?? '');
        data = inbox ?? data;
        yield { id: fields.get('id') ?? '', data, inbox, edited, changed, messages };
      }
    }
  }
}

const toField = (line: string) => line.split(/: ?(.*)/).slice(0, 2) as [string, string];
