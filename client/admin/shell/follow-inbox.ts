import { statusOf } from '../../api/api-client.ts';
import type { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import type { StreamEvents } from '../../session/shared-stream.ts';

export type InboxState = ApiOutputs['inbox']['state'];
type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Opens the stream of inbox changes. Returns a function that closes it. */
export function subscribeToInbox(
  client: Client,
  { onOpen, onValue, onEnd }: StreamEvents<InboxState>,
  lastEventId: string | undefined,
): () => void {
  const subscription = client.inbox.live.subscribe(
    { lastEventId },
    {
      onStarted: onOpen,
      onData: ({ id, data }) => onValue(data, id),
      onComplete: () => onEnd(false),
      onError: (error) => onEnd([401, 403].includes(statusOf(error) ?? 0)),
    },
  );
  return () => subscription.unsubscribe();
}
