import { DeleteModal } from '../../components/delete-dialog.tsx';
import { useRemoveUser } from './use-user-changes.ts';
import type { User } from './user-types.ts';

interface UserDeleteModalProps {
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before deleting an account. */
export function UserDeleteModal({ user, isOpen, onClose }: UserDeleteModalProps) {
  const remove = useRemoveUser(onClose);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteModal
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
