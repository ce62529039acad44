import type { TableRules } from './table-rule.ts';

const account = { treatment: 'account', until: 'Until the account is deleted' } as const;

/** The rules for the accounts of colleagues, and for the data that belongs to these accounts. */
export const accountTableRules: TableRules = {
  users: {
    ...account,
    label: 'Accounts',
    key: 'email_key',
    title: 'name',
    screen: '/admin/users/{id}/edit',
    columns: {
      email: 'address',
      email_key: 'address',
      name: 'words',
      search_text: 'words',
      role: 'nothing',
      password_hash: 'secret',
    },
  },
  sessions: {
    ...account,
    label: 'Sessions',
    of: ['users', 'user_id'],
    until: '7 days, or 30 with Remember me',
    columns: {
      user_agent: 'words',
      address: 'words',
      token_hash: 'secret',
      cookie_hash: 'secret',
      sso_sid: 'secret',
    },
  },
  factors: {
    ...account,
    label: 'Second factors',
    of: ['users', 'user_id'],
    columns: {
      name: 'words',
      kind: 'nothing',
      transports: 'nothing',
      secret: 'secret',
      credential_id: 'secret',
      public_key: 'secret',
    },
  },
  recovery_codes: {
    ...account,
    label: 'Recovery codes',
    of: ['users', 'user_id'],
    columns: { code_hash: 'secret' },
  },
  password_resets: {
    ...account,
    label: 'Links to set a password',
    of: ['users', 'user_id'],
    until: '60 minutes',
    columns: { token_hash: 'secret', origin: 'nothing' },
  },
  sso_links: {
    ...account,
    label: 'Links to single sign-on',
    of: ['users', 'user_id'],
    columns: { email: 'address', name: 'words', subject: 'words', issuer: 'nothing', kind: 'nothing' },
  },
  api_tokens: {
    ...account,
    label: 'API tokens',
    of: ['users', 'user_id'],
    columns: { name: 'words', scopes: 'nothing', token_hash: 'secret', hint: 'secret' },
  },
  notice_settings: {
    ...account,
    label: 'Wanted notices',
    of: ['users', 'user_id'],
    columns: { messages: 'nothing' },
  },
  working_copies: {
    label: 'Unsaved input of forms',
    treatment: 'expire',
    until: '30 days, or until the form is saved',
    columns: { fields: 'words', module: 'nothing', opening: 'nothing' },
  },
};
