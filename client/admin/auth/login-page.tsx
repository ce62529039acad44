import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';

/** The sign-in page. */
export function LoginPage() {
  return (
    <AuthLayout title="Admin Login" lead="Enter your credentials to access the admin panel">
      <LoginForm />
    </AuthLayout>
  );
}
