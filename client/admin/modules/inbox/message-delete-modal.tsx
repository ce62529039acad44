import { DeleteModal } from '../../components/confirm-modal.tsx';
import { type Message, useRemoveMessage } from './use-messages.ts';

interface MessageDeleteModalProps {
  message: Message | undefined;
  isOpen: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before deleting a message. */
export function MessageDeleteModal({ message, isOpen, onClose, onRemoved }: MessageDeleteModalProps) {
  const remove = useRemoveMessage(onRemoved);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteModal
      isOpen={isOpen}
      title="Delete Message"
      question={`Are you sure you want to delete this message from "${message?.name}"? This action cannot be undone and will permanently remove this message from your inbox.`}
      answer="Delete Message"
      act={remove}
      onDelete={() => message && remove.mutate({ id: message.id })}
      onClose={close}
    />
  );
}
