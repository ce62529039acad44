import { Button, Text } from '@mantine/core';
import type { SessionUser } from '../../session/session-storage.ts';
import { CredentialsForm } from '../auth/credentials-form.tsx';
import { useLogin } from '../auth/use-login.ts';
import { Dialog, DialogText } from '../components/dialog.tsx';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import classes from './form.module.css';
import type { UnsavedChangesGuard } from './use-unsaved-changes.ts';

export function SignInAgainDialog({ guard }: { guard: UnsavedChangesGuard }) {
  if (guard.signIn !== 'dialog') return null;
  return <SessionExpiredModal owner={guard.owner} onLeave={guard.leaveSignedOut} />;
}

/** The line beside the save bar that takes the place of the dialog while the caret is in a text. */
export function SignInLine({ guard }: { guard: UnsavedChangesGuard }) {
  if (guard.signIn !== 'line') return null;
  return (
    <div role="alert" className={classes.signInLine}>
      <Text span>Your session has expired. Your changes are still here.</Text>
      <Button size="compact-md" variant="default" onClick={guard.openSignIn}>
        Sign in
      </Button>
    </div>
  );
}

interface SessionExpiredModalProps {
  owner: SessionUser;
  onLeave: () => void;
}

function SessionExpiredModal({ owner, onLeave }: SessionExpiredModalProps) {
  const { sessions, unsaved, broadcastSession } = useServices();
  const login = useLogin(({ token, user }, isRemembered) => {
    sessions.save({ token, user }, isRemembered);
    broadcastSession();
    unsaved.notifySignedIn();
  });
  return (
    <Dialog opened onClose={() => {}} closeOnClickOutside={false} closeOnEscape={false} title="Sign in again">
      <DialogText>
        Your session has expired, {owner.name}. Sign in to continue; your changes are still here.
      </DialogText>
      <CredentialsForm login={login} email={owner.email} isInPlace />
      <Text mt="md">
        <a href={paths.login} target="_blank" rel="noreferrer">
          Sign in another way, in a new tab
        </a>
        , by single sign-on for example, then come back here.
      </Text>
      <div className={classes.signInDialogFoot}>
        <Text mb="sm" c="dimmed">
          If you leave, your draft stays in this browser for 30 days, until you sign out.
        </Text>
        <Button variant="default" fullWidth onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  );
}
