import { trpc } from '../../../api/trpc.ts';
import { DeleteModal } from '../../components/confirm-modal.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import type { User } from './user-form.tsx';

interface UserDeleteModalProps {
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog that asks before a user's account is deleted. */
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

function useRemoveUser(onRemoved: () => void) {
  const { users } = trpc.useUtils();
  return trpc.users.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      notifySuccess('User deleted');
      await users.invalidate();
      restoreFocusToHeading();
    },
  });
}
