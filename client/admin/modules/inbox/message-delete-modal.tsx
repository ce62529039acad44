import { Button } from '@mantine/core';
import { DeleteModal } from '../../components/confirm-modal.tsx';
import { type Message, useRemoveMessage } from './message-actions.ts';

interface MessageDeleteModalProps {
  message: Message | undefined;
  isOpen: boolean;
  onClose: () => void;
  onRemoved: () => void;
  /** Moves the message to the trash. Undefined for a message that is already in the trash. */
  onTrash: (() => void) | undefined;
}

/**
 * A dialog that asks before a message is deleted permanently, and offers to move the message to the trash
 * instead.
 */
export function MessageDeleteModal(props: MessageDeleteModalProps) {
  const { message, isOpen, onClose, onRemoved, onTrash } = props;
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
      action={
        onTrash && (
          <Button variant="light" mr="auto" data-autofocus onClick={onTrash}>
            Move to trash
          </Button>
        )
      }
      onDelete={() => message && remove.mutate({ id: message.id })}
      onClose={close}
    />
  );
}
