import type { Query, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

/**
 * The time between the first report of a change and the reload, in milliseconds. An act and the server's report of it
 * cause one reload, because the server reports changes at most every 250 ms.
 */
const gatherMs = 300;

/** Parts of the API. The name of a part is the beginning of its procedures' names, such as `blog` or `trash`. */
type Parts = readonly string[] | 'all';
/** Reloads the data of some parts of the API that the screen shows. Resolves when the data is there. */
type Reload = (parts: Parts) => Promise<void>;

/**
 * Creates the function that reloads. Only one reload runs at a time. Parts that are requested during a reload are
 * included in the next one.
 */
export function createReload(queryClient: QueryClient): Reload {
  let due = new Set<string>();
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  const run = () => {
    const parts = due;
    due = new Set();
    next = undefined;
    running = queryClient.invalidateQueries({ predicate: (query) => isOf(parts, query) });
    return running;
  };
  return (parts) => {
    for (const part of parts === 'all' ? [parts] : parts) due.add(part);
    next ??= running.then(() => new Promise((resolve) => setTimeout(resolve, gatherMs))).then(run);
    return next;
  };
}

const messagePart = (id: unknown) => `inbox/${String(id)}`;
const isMessagePart = (part: string) => part.startsWith('inbox/');

/** Returns the parts that change with these messages, or with any message if `ids` is missing. */
export const partsOfMessages = (ids: readonly number[] | null | undefined) =>
  ids ? ids.map(messagePart) : ['inbox'];

/** What a change of a message changes. The rest of the inbox, such as the blocked senders, is reloaded by name. */
const messageQueries = new Set(['list', 'one', 'unread']);

/**
 * Returns whether a query must be reloaded because it belongs to one of the parts. The trash, the versions and the
 * addresses of a part's rows belong to the part too. A single row is left out, because the row of an open form must not
 * change while somebody edits the form. A single message is included, because no input can be lost there.
 */
function isOf(parts: ReadonlySet<string>, { queryKey: [path, options] }: Query): boolean {
  if (!Array.isArray(path)) return false;
  const [router = '', next = ''] = path as string[];
  if (router === 'inbox') {
    if (!messageQueries.has(next)) return false;
    if (parts.has('all') || parts.has(router)) return true;
    const { input }: { input?: { id?: unknown } } = Object(options);
    return next === 'one' ? parts.has(messagePart(input?.id)) : [...parts].some(isMessagePart);
  }
  if (path.at(-1) === 'one') return false;
  return parts.has('all') || parts.has(router) || parts.has(next);
}

/** The event after each change of messages in this tab. The name is fixed (docs/product.md, §4.8). */
export const messagesChanged = 'message-read-status-changed';

export class MessagesChanged extends Event {
  /** Undefined if any message may have changed. */
  readonly ids: readonly number[] | undefined;

  constructor(ids?: readonly number[]) {
    super(messagesChanged);
    this.ids = ids;
  }
}

export const ReloadContext = createContext<Reload | null>(null);

/** Returns the function that reloads. @throws {Error} when the component is not inside `AdminProviders` */
export function useReload(): Reload {
  const reload = use(ReloadContext);
  if (!reload) throw new Error('useReload needs the panel around it');
  return reload;
}
