import { parseApiError } from '../../api/errors.ts';
import { ConfirmModal } from './confirm-modal.tsx';

interface DeleteModalProps {
  isOpen: boolean;
  /** 'Delete Blog Post'. */
  title: string;
  question: string;
  /** 'Delete Post'. */
  answer: string;
  /** The mutation that deletes. */
  act: { isPending: boolean; error: unknown };
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before deleting. A failure is shown in the open dialog. */
export function DeleteModal({ act, onDelete, ...question }: DeleteModalProps) {
  return (
    <ConfirmModal
      {...question}
      isDangerous
      busyAnswer="Deleting..."
      isBusy={act.isPending}
      failure={act.error ? parseApiError(act.error) : undefined}
      onAnswer={onDelete}
    />
  );
}
