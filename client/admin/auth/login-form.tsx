import { addresses } from '../core/paths.ts';
import { useParts } from '../core/admin-context.ts';
import { SsoArea } from './sso-button.tsx';
import { useSsoLogin } from './use-sso-login.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { loginFailureText } from './login-failure.ts';
import { useLogin } from './use-login.ts';

/**
 * The form for single sign-on, email and password. Shows the error of either between them. Success opens the
 * dashboard by a full page load.
 */
export function LoginForm() {
  const { sessions, leave } = useParts();
  const login = useLogin((session, isRemembered) => {
    sessions.keep(session, isRemembered);
    leave(addresses.dashboard);
  });
  const sso = useSsoLogin();
  return (
    <>
      <SsoArea login={sso} />
      <CredentialsForm
        login={login}
        problem={sso.problem ?? (login.error && loginFailureText(login.error))}
        onTry={sso.forget}
      />
    </>
  );
}
