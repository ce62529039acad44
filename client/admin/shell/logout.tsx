import { useParts } from '../core/admin-context.ts';
import { AskDialog } from '../components/confirm-modal.tsx';
import { useLogout } from './use-logout.ts';

interface LogoutDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before logging out. */
export function LogoutDialog({ isOpen, onClose }: LogoutDialogProps) {
  const { logout, isBusy } = useLogout();
  const { unsaved } = useParts();
  const loss = unsaved.owner() ? ' You have unsaved changes that will be lost.' : '';
  return (
    <AskDialog
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
