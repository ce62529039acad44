import { explainFailure } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { AskDialog } from '../../components/confirm-modal.tsx';
import { sayDone } from '../../components/notifications.tsx';
import type { useAsked } from '../../components/use-asked.ts';
import { askingWords, type SsoLink } from './sso-link-texts.ts';

interface LinkDialogProps {
  act: 'confirm' | 'end';
  userId: number;
  asked: ReturnType<typeof useAsked<SsoLink>>;
}

/** Asks before creating or ending a link. */
export function LinkDialog({ act, userId, asked: { item, isOpen, close } }: LinkDialogProps) {
  const { sso } = trpc.useUtils();
  const { done, ...words } = askingWords(act, item);
  const onSuccess = (data: { links: SsoLink[] }) => {
    sso.links.setData({ id: userId }, data);
    sayDone(done);
    close();
  };
  const mutations = {
    confirm: trpc.sso.confirmLink.useMutation({ onSuccess }),
    end: trpc.sso.endLink.useMutation({ onSuccess }),
  };
  const change = mutations[act];
  return (
    <AskDialog
      {...words}
      isOpen={isOpen}
      isBusy={change.isPending}
      isDangerous={act === 'end'}
      failure={change.error ? explainFailure(change.error) : undefined}
      onAnswer={() => item && change.mutate({ id: userId, link_id: item.id })}
      onClose={() => {
        change.reset();
        close();
      }}
    />
  );
}
