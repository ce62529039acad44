import type { ComponentType } from 'react';
import { paths } from '../core/paths.ts';

interface AuthPage {
  path: string;
  load: () => Promise<ComponentType>;
}

export const authPages: readonly AuthPage[] = [
  {
    path: paths.login,
    load: () => import('../auth/login-page.tsx').then((file) => file.LoginPage),
  },
  {
    path: paths.ssoCallback,
    load: () => import('../auth/sso-callback-page.tsx').then((file) => file.SsoCallbackPage),
  },
  {
    path: paths.forgotPassword,
    load: () => import('../auth/forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
  },
  {
    path: paths.resetPassword,
    load: () => import('../auth/reset-password-page.tsx').then((file) => file.ResetPasswordPage),
  },
];
