import { ConfirmModal } from '../components/confirm-modal.tsx';
import { useServices } from '../core/admin-context.ts';
import { useLogout } from './use-logout.ts';

interface LogoutDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before logging out. */
export function LogoutDialog({ isOpen, onClose }: LogoutDialogProps) {
  const { logout, isBusy } = useLogout();
  const { unsaved } = useServices();
  const loss = unsaved.owner() ? ' You have unsaved changes that will be lost.' : '';
  return (
    <ConfirmModal
      isOpen={isOpen}
      title="Logout"
      question={`Are you sure you want to logout?${loss}`}
      answer="Yes, logout"
      busyAnswer="Logging out..."
      isBusy={isBusy}
      onAnswer={logout}
      onClose={onClose}
    />
  );
}
