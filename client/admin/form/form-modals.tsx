import { Button, Group, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import modalClasses from '../components/modal.module.css';
import type { RecordForm } from './use-record-form.ts';

// Loaded on demand: the dialog is rarely needed and includes the sign-in form.
const SignInDialog = lazy(() =>
  import('./session-expired-modal.tsx').then((file) => ({ default: file.SessionExpiredModal })),
);

/** The dialogs that protect unsaved input when the person leaves the form or the session ends. */
export function FormModals<T>({ form: { guard, discardAndLeave } }: { form: RecordForm<T> }) {
  return (
    <>
      <UnsavedChangesModal isOpen={guard.isLeaving} onStay={guard.cancel} onLeave={discardAndLeave} />
      {guard.isSignInOpen && (
        <Suspense>
          <SignInDialog owner={guard.owner} onLeave={guard.leaveSignedOut} />
        </Suspense>
      )}
    </>
  );
}

interface UnsavedChangesModalProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before the person leaves a form with unsaved input. */
function UnsavedChangesModal({ isOpen, onStay, onLeave }: UnsavedChangesModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title="Discard unsaved changes?"
      centered
      withCloseButton={false}
      zIndex={300}
      classNames={modalClasses}
    >
      <p className={modalClasses.question}>You have unsaved changes. If you leave now, they will be lost.</p>
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
