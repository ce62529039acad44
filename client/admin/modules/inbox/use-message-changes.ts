import { trpc } from '../../../api/trpc.ts';
import { restoreFocusToHeading } from '../../components/focus-heading.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { notifyError } from '../../components/say-failed.tsx';

/** Marks a message as read, and notifies the parts of the page that count unread messages. */
export function useMarkRead() {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.markRead.useMutation({
    onSuccess: () => {
      // The name is fixed by docs/product.md, §4.8.
      window.dispatchEvent(new Event('message-read-status-changed'));
      return inbox.invalidate();
    },
    onError: (error) => notifyError('Couldn’t mark the message as read', error),
  });
}

export function useRemoveMessage(onRemoved: () => void) {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      notifySuccess('Message deleted');
      await inbox.invalidate();
      restoreFocusToHeading();
    },
  });
}
