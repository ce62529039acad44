import { trpc } from '../../api/trpc.ts';
import { AuthLayout } from './auth-layout.tsx';
import { BackToLogin } from './back-to-login.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { SentNote } from './sent-note.tsx';

/** The page to request a link for a forgotten password. */
export function ForgotPage() {
  const ask = trpc.auth.forgotPassword.useMutation({ trpc: { context: { alone: true } } });
  if (ask.data) {
    return (
      <AuthLayout title="Check your email" lead={<SentNote text={ask.data.message} />}>
        <BackToLogin onOtherAddress={ask.reset} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgot password?"
      lead="Enter your email address and we’ll send you a link to set a new password."
    >
      <ForgotForm error={ask.error} isBusy={ask.isPending} onAsk={(email) => ask.mutate({ email })} />
      <BackToLogin />
    </AuthLayout>
  );
}
