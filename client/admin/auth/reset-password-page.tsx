import { useLocation } from 'react-router-dom';
import { AuthLayout } from './auth-layout.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { DeadLink } from './dead-link.tsx';
import { readLinkToken } from './link-token.ts';
import { ResetForm } from './reset-form.tsx';
import { useReset } from './use-reset.ts';

/** The page behind the link of a reset mail. Sets a new password and signs in. */
export function ResetPage() {
  const token = readLinkToken(useLocation());
  // The key resets the form when another link is opened in the same tab.
  return <Reset key={token} token={token} />;
}

function Reset({ token }: { token: string | undefined }) {
  const { submit, error, deadReason, isBusy } = useReset();
  const reason = token ? deadReason : 'This link is incomplete. Open it again from the email.';
  if (!token || reason) {
    return (
      <AuthLayout
        title="Set a new password"
        lead="The link in your email works once and expires after 60 minutes."
      >
        <DeadLink reason={reason!} />
        <BackToLogin />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Set a new password" lead="You’ll be signed in here and signed out everywhere else.">
      <ResetForm error={error} isBusy={isBusy} onSet={(password) => submit({ token, password })} />
      <BackToLogin />
    </AuthLayout>
  );
}
