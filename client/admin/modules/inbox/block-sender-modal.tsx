import { trpc } from '../../../api/trpc.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { ChoiceModal } from '../../list/choice-modal.tsx';

interface BlockSenderModalProps {
  email: string;
  onClose: () => void;
  onBlocked: () => void;
}

/** Blocks an address or its whole domain. */
export function BlockSenderModal({ email, onClose, onBlocked }: BlockSenderModalProps) {
  const { inbox } = trpc.useUtils();
  const block = trpc.inbox.blockSender.useMutation({
    meta: { failed: 'Couldn’t block the sender' },
    onSuccess: ({ blocked_sender: { sender } }) => {
      notifySuccess(`${sender} is blocked`);
      onBlocked();
      void inbox.blockedSenders.invalidate();
    },
    onSettled: onClose,
  });
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return (
    <ChoiceModal
      title="Block sender"
      question="Their messages go to the spam from now on. The list of blocked senders is there too."
      label="Block"
      answer="Block"
      options={[
        { value: email, label: email },
        { value: domain, label: `Everybody at ${domain}` },
      ]}
      isBusy={block.isPending}
      onAnswer={(value) => block.mutate({ sender: value })}
      onClose={onClose}
    />
  );
}
