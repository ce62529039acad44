import { Modal } from '@mantine/core';
import classes from '../../components/components.module.css';
import { UserLinkMaker } from './user-link-maker.tsx';
import type { User } from './user-types.ts';

interface ResetLinkModalProps {
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a link by which a user sets their own password. */
export function ResetLinkModal({ user, isOpen, onClose }: ResetLinkModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Password reset link"
      centered
      withCloseButton={false}
      classNames={classes}
    >
      {user && <UserLinkMaker user={user} onClose={onClose} />}
    </Modal>
  );
}
