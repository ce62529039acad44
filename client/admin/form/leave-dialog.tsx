import { Button, Group, Modal } from '@mantine/core';
import classes from '../components/components.module.css';

interface UnsavedChangesModalProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before the person leaves a form with unsaved input. */
export function UnsavedChangesModal({ isOpen, onStay, onLeave }: UnsavedChangesModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title="Discard unsaved changes?"
      centered
      withCloseButton={false}
      zIndex={300}
      classNames={classes}
    >
      <p className={classes.question}>You have unsaved changes. If you leave now, they will be lost.</p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" data-autofocus onClick={onStay}>
          Keep editing
        </Button>
        <Button color="signal" onClick={onLeave}>
          Discard changes
        </Button>
      </Group>
    </Modal>
  );
}
