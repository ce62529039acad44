import { type ReactNode, useState } from 'react';
import { type ApiErrorInfo, parseApiError } from '../../api/errors.ts';
import { DialogForm, DialogText } from './dialog.tsx';

interface ConfirmModalProps {
  isOpen: boolean;
  title: string;
  question: string;
  /** A second paragraph below the question. */
  note?: string | undefined;
  /** The label of the button that confirms. */
  answer: string;
  busyAnswer: string;
  isBusy: boolean;
  /** Whether the button that confirms has the colour of dangerous actions, such as deleting. */
  isDangerous?: boolean;
  /** The error of a failed action. The dialog remains open and shows the error. */
  failure?: ApiErrorInfo | undefined;
  /** Another button, before Cancel. */
  action?: ReactNode;
  onAnswer: () => void;
  onClose: () => void;
}

/**
 * A dialog with one question. The Cancel button has the focus first. After the dialog has closed, the focus
 * returns to the element that had the focus before.
 */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, question, note, answer, busyAnswer, isBusy, isDangerous, failure } = props;
  const { action, onAnswer, onClose } = props;
  return (
    <DialogForm
      isOpen={isOpen}
      title={title}
      failure={failure}
      isBusy={isBusy}
      saveLabel={answer}
      busyLabel={busyAnswer}
      isQuestion
      isDangerous={isDangerous}
      action={action}
      onSubmit={onAnswer}
      onClose={onClose}
    >
      <DialogText>{question}</DialogText>
      {note && <DialogText>{note}</DialogText>}
    </DialogForm>
  );
}

interface DeleteModalProps {
  isOpen: boolean;
  /** For example 'Delete Blog Post'. */
  title: string;
  question: string;
  note?: string | undefined;
  /** For example 'Delete Post'. */
  answer: string;
  /** The state of the mutation that deletes. */
  act: { isPending: boolean; error: unknown };
  /** Another button, before Cancel. */
  action?: ReactNode;
  onDelete: () => void;
  onClose: () => void;
}

/**
 * The dialog that asks before something is deleted. If the deletion fails, the dialog remains open and shows
 * the error.
 */
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

/** The note below the question that asks whether to move rows to the trash. */
export const trashNote = 'The trash keeps a copy for 30 days.';

/** The texts of the dialog that asks before a row is deleted, and the mutation that deletes the row. */
export interface DeleteConfig<R> {
  /** For example 'Delete Job Posting'. */
  title: string;
  question: (row: R) => string;
  note?: string;
  /** For example 'Delete Job'. */
  answer: string;
  /** The mutation that deletes a row, created with the options that `useTrash` returns. */
  remove: {
    isPending: boolean;
    error: unknown;
    reset: () => void;
    mutate: (input: { id: number }, options: { onSuccess: () => void }) => void;
  };
}

interface SoftDeleteModalProps<R> {
  deletion: DeleteConfig<R>;
  row: R | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The dialog that asks before a row is deleted. When the dialog closes, the error of a failed deletion is
 * cleared.
 */
export function DeleteRowModal<R extends { id: number }>(props: SoftDeleteModalProps<R>) {
  const { deletion, row, isOpen, onClose } = props;
  const { question, remove, ...words } = deletion;
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteModal
      {...words}
      isOpen={isOpen}
      question={row ? question(row) : ''}
      act={remove}
      onDelete={() => row && remove.mutate({ id: row.id }, { onSuccess: close })}
      onClose={close}
    />
  );
}

/**
 * Returns the state of a dialog about one item, with functions that open and close the dialog. `item` does
 * not change when the dialog closes, so that the dialog's text remains the same while the dialog fades out.
 */
export function useConfirm<T>() {
  const [item, setItem] = useState<T>();
  const [isOpen, setOpen] = useState(false);
  return {
    item,
    isOpen,
    ask: (next: T) => {
      setItem(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
