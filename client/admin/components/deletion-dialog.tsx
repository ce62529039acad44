import { DeleteModal } from './delete-dialog.tsx';

/** The texts and the mutation by which a module deletes a row. */
export interface DeleteConfig<R> {
  /** 'Delete Job Posting'. */
  title: string;
  question: (row: R) => string;
  /** 'Delete Job'. */
  answer: string;
  /** The mutation, created with the options of `useTrash`. */
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

/** Asks before deleting a row. Closing the dialog clears the error. */
export function SoftDeleteModal<R extends { id: number }>(props: SoftDeleteModalProps<R>) {
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
