import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from 'react-router-dom';
import modalClasses from '../components/modal.module.css';
import { useServices } from '../core/admin-context.ts';

/**
 * Asks before the person leaves a screen with unsaved input. There is one for all forms, because the router supports one
 * blocker only, and a drawer has a form of its own above the screen's form.
 */
export function LeaveGuard() {
  const { unsaved } = useServices();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.owner() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  const leave = () => {
    unsaved.discard();
    blocker.proceed?.();
  };
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title="Discard unsaved changes?"
      centered
      withCloseButton={false}
      zIndex={300}
      classNames={modalClasses}
    >
      <p className={modalClasses.question}>You have unsaved changes. If you leave now, they will be lost.</p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" data-autofocus onClick={stay}>
          Keep editing
        </Button>
        <Button color="signal" onClick={leave}>
          Discard changes
        </Button>
      </Group>
    </Modal>
  );
}
