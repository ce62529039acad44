import { explainFailure } from '../../api/errors.ts';
import { AskDialog } from './confirm-modal.tsx';

interface DeleteDialogProps {
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
export function DeleteDialog({ act, onDelete, ...question }: DeleteDialogProps) {
  return (
    <AskDialog
      {...question}
      isDangerous
      busyAnswer="Deleting..."
      isBusy={act.isPending}
      failure={act.error ? explainFailure(act.error) : undefined}
      onAnswer={onDelete}
    />
  );
}
