import type { Query, QueryClient } from '@tanstack/react-query';
import type { PersonTasks } from '../../api/person-tasks.ts';
import type { Reload } from './admin-context.ts';

/** In milliseconds. Longer than the server's 250 ms, so that an act and its report cause one reload. */
const gatherMs = 300;

/**
 * Creates the function that reloads. What others change waits for the reload before it, so that a busy site does not
 * cancel each answer by the next reload. What the person changes waits for none, and its calls are the person's.
 */
export function createReload(queryClient: QueryClient, tasks: PersonTasks): Reload {
  let due = new Set<string>();
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let persons: Promise<void> | undefined;
  const gather = () => new Promise<void>((resolve) => setTimeout(resolve, gatherMs));
  const run = () => {
    const parts = due;
    due = new Set();
    next = undefined;
    persons = undefined;
    if (parts.size > 0) running = queryClient.invalidateQueries({ predicate: (query) => isOf(parts, query) });
    return running;
  };
  return (parts, cause = 'act') => {
    for (const part of parts === 'all' ? [parts] : parts) due.add(part);
    if (cause === 'act' && tasks.isPersons()) persons ??= tasks.follow(gather()).then(run);
    else if (!persons) next ??= running.then(gather).then(run);
    return persons ?? next ?? running;
  };
}

const messagePart = (id: unknown) => `inbox/${String(id)}`;
const isMessagePart = (part: string) => part.startsWith('inbox/');

export const partsOfMessages = (ids: readonly number[] | null | undefined) =>
  ids ? ids.map(messagePart) : ['inbox'];

/** What a change of a message changes. The rest of the inbox, such as the blocked senders, is reloaded by name. */
const messageQueries = new Set(['list', 'one', 'unread', 'counts', 'applicants', 'applicantCounts']);

/**
 * The trash, the versions and the addresses of a part's rows belong to the part. A single row does not,
 * because it must not change below an open form; a single message does.
 */
function isOf(parts: ReadonlySet<string>, { queryKey: [path, options] }: Query): boolean {
  if (!Array.isArray(path)) return false;
  const [router = '', next = ''] = path as string[];
  if (router === 'inbox') {
    if (!messageQueries.has(next)) return false;
    if (parts.has('all') || parts.has(router)) return true;
    // A job that closes is named with its open applicants.
    if (parts.has('jobs') && next.startsWith('applicant')) return true;
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
