// Paths that several parts of the panel use.

export const paths = {
  entry: '/admin',
  login: '/admin/login',
  afterLogout: '/admin/login?fromLogout=true',
  forgotPassword: '/admin/forgot-password',
  resetPassword: '/admin/reset-password',
  ssoCallback: '/admin/sso/callback',
  dashboard: '/admin/dashboard',
  account: '/admin/account',
  privacy: '/admin/privacy',
  inbox: '/admin/inbox',
  numbers: '/admin/numbers',
  settings: '/admin/settings',
  setUp: '/admin/set-up',
} as const;

/** Of the settings for one page of the site, such as `home`. */
export const pageSettingsPath = (name: string) => `${paths.settings}/page/${name}`;

export const blogReaderPath = '/admin/blog';

export const usersPath = '/admin/users';

/** Undefined if the text is not a whole number above 0. */
export function parseId(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
