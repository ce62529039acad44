import { Button, Group, Modal } from '@mantine/core';
import classes from '../ui/ask-dialog.module.css';

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a form with unsaved words is left. */
export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title="Leave without saving?"
      centered
      withCloseButton={false}
      zIndex={300}
      classNames={classes}
    >
      <p className={classes.question}>
        What you typed here is not saved. If you leave the form now, it is discarded.
      </p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" data-autofocus onClick={onStay}>
          Keep editing
        </Button>
        <Button color="signal" onClick={onLeave}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
