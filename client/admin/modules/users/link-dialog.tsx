import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import type { useConfirm } from '../../components/use-asked.ts';
import { askingWords, type SsoLink } from './sso-link-texts.ts';

interface SsoLinkModalProps {
  act: 'confirm' | 'end';
  userId: number;
  asked: ReturnType<typeof useConfirm<SsoLink>>;
}

/** Asks before creating or ending a link. */
export function SsoLinkModal({ act, userId, asked: { item, isOpen, close } }: SsoLinkModalProps) {
  const { sso } = trpc.useUtils();
  const { done, ...words } = askingWords(act, item);
  const onSuccess = (data: { links: SsoLink[] }) => {
    sso.links.setData({ id: userId }, data);
    notifySuccess(done);
    close();
  };
  const mutations = {
    confirm: trpc.sso.confirmLink.useMutation({ onSuccess }),
    end: trpc.sso.endLink.useMutation({ onSuccess }),
  };
  const change = mutations[act];
  return (
    <ConfirmModal
      {...words}
      isOpen={isOpen}
      isBusy={change.isPending}
      isDangerous={act === 'end'}
      failure={change.error ? parseApiError(change.error) : undefined}
      onAnswer={() => item && change.mutate({ id: userId, link_id: item.id })}
      onClose={() => {
        change.reset();
        close();
      }}
    />
  );
}
