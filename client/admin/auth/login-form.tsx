import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { loginFailureText } from './login-failure.ts';
import { SsoArea } from './sso-button.tsx';
import { useLogin } from './use-login.ts';
import { useSsoLogin } from './use-sso-login.ts';

/**
 * The form for single sign-on, email and password. Shows the error of either between them. Success opens the
 * dashboard by a full page load.
 */
export function LoginForm() {
  const { sessions, leave } = useServices();
  const login = useLogin((session, isRemembered) => {
    sessions.keep(session, isRemembered);
    leave(paths.dashboard);
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
