import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { restoreFocusToHeading } from '../../components/focus-heading.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { notifyError } from '../../components/say-failed.tsx';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';

/** A spam message with the reasons. */
export type SpamMessage = ApiOutputs['inbox']['listSpam']['messages'][number];

/** Queries the page of the spam that the address asks for. */
export function useSpam() {
  const list = useListParams(pageSizes.inbox);
  const search = list.get('search');
  const query = trpc.inbox.listSpam.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.inbox, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, search };
}

/** Moves a message from the spam to the inbox, as unread. */
export function useNotSpam() {
  const { inbox } = trpc.useUtils();
  return trpc.inbox.notSpam.useMutation({
    onSuccess: async () => {
      notifySuccess('Moved to inbox');
      await inbox.invalidate();
      window.dispatchEvent(new Event('message-read-status-changed'));
      restoreFocusToHeading();
    },
    onError: (error) => notifyError('Couldn’t move the message to the inbox', error),
  });
}
