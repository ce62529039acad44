import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { useRemoveUser } from './use-user-changes.ts';
import type { User } from './user-types.ts';

interface UserDeleteDialogProps {
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before deleting an account. */
export function UserDeleteDialog({ user, isOpen, onClose }: UserDeleteDialogProps) {
  const remove = useRemoveUser(onClose);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteDialog
      isOpen={isOpen}
      title="Delete User"
      question={`Are you sure you want to delete "${user?.name}"? This action cannot be undone.`}
      answer="Delete User"
      act={remove}
      onDelete={() => user && remove.mutate({ id: user.id })}
      onClose={close}
    />
  );
}
