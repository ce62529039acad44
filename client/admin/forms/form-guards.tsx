import { lazy, Suspense } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import type { KeptForm } from './use-kept-form.ts';

// Rarely needed, and it brings the sign-in form along.
const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })),
);

/** The dialogs that stand between unsaved words and their end. */
export function FormGuards<T>({ form: { guard, leave } }: { form: KeptForm<T> }) {
  return (
    <>
      <LeaveDialog isOpen={guard.isLeaving} onStay={guard.stay} onLeave={leave} />
      {guard.isSignInOpen && (
        <Suspense>
          <SignInDialog owner={guard.owner} onLeave={guard.leaveSignedOut} />
        </Suspense>
      )}
    </>
  );
}
