import { lazy, Suspense } from 'react';
import { UnsavedChangesModal } from './leave-dialog.tsx';
import type { RecordForm } from './use-record-form.ts';

// Loaded on demand: the dialog is rarely needed and includes the sign-in form.
const SignInDialog = lazy(() =>
  import('./session-expired-modal.tsx').then((file) => ({ default: file.SessionExpiredModal })),
);

/** The dialogs that protect unsaved input when the person leaves the form or the session ends. */
export function FormModals<T>({ form: { guard, leave } }: { form: RecordForm<T> }) {
  return (
    <>
      <UnsavedChangesModal isOpen={guard.isLeaving} onStay={guard.stay} onLeave={leave} />
      {guard.isSignInOpen && (
        <Suspense>
          <SignInDialog owner={guard.owner} onLeave={guard.leaveSignedOut} />
        </Suspense>
      )}
    </>
  );
}
