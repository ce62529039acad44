import { anyModules } from '../../modules.ts';
import type { Column } from '../../shared/columns.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../shared/module-facts.ts';
import type { Treatment } from './treatment.facts.ts';

/**
 * What a text, JSON or binary column may have of a person: an e-mail address by itself, text of people, the name of a colleague, the
 * key of a private file, deflated text, a secret, or nothing.
 */
export type ColumnRule = 'address' | 'words' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

export interface TableRule {
  /** What the rows are, for people. */
  label: string;
  treatment: Treatment;
  columns: Readonly<Record<string, ColumnRule>>;
  /** The column that has the address in the form of `toEmailKey`, where only this column says whose the row is. */
  key?: string;
  /** The column in which rows of others may have the address too. */
  mention?: string;
  /** The table that the rows belong to, and the column with its id. */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /** The screen of the panel that shows a row. `{id}` stands for that column of the row, and `{address}` for the person's address. */
  screen?: string;
  /** How long the rows are stored. */
  until: string;
}

/** Kinds of columns that are no text, and kinds whose texts are of no person. */
const kindsWithoutText: readonly Column['kind'][] = ['tick', 'moment', 'media', 'reference'];
const kindsOfNobody: readonly Column['kind'][] = ['choice', 'listed', 'slug', 'picture'];

const untilDeleted = 'Until staff delete it; 30 days more in the trash';
const account = { treatment: 'account', until: 'Until the account is deleted' } as const;
const nothing = { treatment: 'nothing', until: 'While the program needs it' } as const;

/** Has a rule for each text, JSON and binary column of each table. Search tables (`…_fts…`) have the words of their table. */
export const personalData: Readonly<Record<string, TableRule>> = {
  ...Object.fromEntries(moduleNames.map((name) => [factsOf(name).table, ruleOf(name)])),

  messages: {
    label: 'Messages',
    treatment: 'delete',
    key: 'email_key',
    title: 'subject',
    mention: 'search_text',
    screen: '/admin/inbox?tab={folder}&search={address}&message={id}',
    until: 'By kind, as set under Data retention',
    columns: {
      email: 'address',
      email_key: 'address',
      subject: 'words',
      message: 'words',
      name: 'words',
      phone: 'words',
      details: 'words',
      attachment_name: 'words',
      spam_reasons: 'words',
      search_text: 'words',
      attachment_key: 'file',
      kind: 'nothing',
      folder: 'nothing',
      state: 'nothing',
    },
  },
  message_events: {
    label: 'Notes and acts about messages',
    treatment: 'follow',
    of: ['messages', 'message_id'],
    until: 'Until the message is deleted',
    columns: {
      text: 'words',
      subject: 'words',
      before: 'words',
      after: 'words',
      mail_note: 'words',
      user_name: 'colleague',
      mail_id: 'nothing',
      mail_state: 'nothing',
      channel: 'nothing',
      type: 'nothing',
    },
  },
  message_files: {
    label: 'Files of answers and notes',
    treatment: 'follow',
    of: ['message_events', 'event_id'],
    until: 'Until the message is deleted',
    columns: { name: 'words', attachment_key: 'file', picture: 'nothing' },
  },
  outbox_mails: {
    label: 'Mails that wait to be sent',
    treatment: 'delete',
    title: 'subject',
    until: 'Until they are accepted, or a person decides',
    columns: {
      address: 'address',
      reply_to: 'address',
      from_name: 'colleague',
      subject: 'words',
      text: 'words',
      error: 'words',
      headers: 'words',
      mail_id: 'nothing',
      kind: 'nothing',
      state: 'nothing',
      next_try_at: 'nothing',
      created_at: 'nothing',
    },
  },
  blocked_senders: {
    label: 'Blocked senders',
    treatment: 'delete',
    key: 'sender',
    title: 'sender',
    until: 'Until staff remove it',
    columns: { sender: 'address', user_name: 'colleague' },
  },
  kept_answers: {
    label: 'Answers to requests that may be repeated',
    treatment: 'delete',
    until: '24 hours',
    columns: { answer: 'words', key: 'secret', fingerprint: 'secret', forget_at: 'nothing' },
  },

  security_events: {
    label: 'Security log',
    treatment: 'blank',
    title: 'type',
    screen: '/admin/security',
    until: 'As set under Data retention',
    columns: {
      email: 'address',
      user_name: 'colleague',
      address: 'words',
      details: 'words',
      search_text: 'words',
      type: 'nothing',
    },
  },
  activities: {
    label: 'Activity log',
    treatment: 'blank',
    title: 'description',
    screen: '/admin/activities',
    until: 'Without an end',
    columns: {
      user_email: 'address',
      user_name: 'colleague',
      description: 'words',
      note: 'words',
      item_name: 'words',
      metadata: 'words',
      changes: 'words',
      search_text: 'words',
      open_search_text: 'words',
      type: 'nothing',
      module: 'nothing',
      via: 'nothing',
    },
  },
  imported_items: {
    label: 'Origins of imported entries',
    treatment: 'blank',
    title: 'external_id',
    until: 'Without an end',
    columns: { details: 'words', source: 'words', external_id: 'words', kind: 'nothing' },
  },

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

  media: {
    label: 'Media',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/media/{id}/edit',
    until: untilDeleted,
    columns: {
      name: 'words',
      alt: 'words',
      caption: 'words',
      credit: 'words',
      tags: 'words',
      search_text: 'words',
      sort_title: 'words',
      user_name: 'colleague',
      path: 'nothing',
      checksum: 'nothing',
      type: 'nothing',
    },
  },
  albums: {
    label: 'Gallery',
    treatment: 'edit',
    title: 'name',
    screen: '/admin/gallery',
    until: 'Until staff delete it',
    columns: { name: 'words', pictures: 'words' },
  },
  versions: {
    label: 'Earlier versions',
    treatment: 'forget',
    title: 'module',
    until: '50 of each entry, and those with a name',
    columns: {
      fields: 'packed',
      name: 'words',
      user_name: 'colleague',
      module: 'nothing',
      changed: 'nothing',
      picture: 'nothing',
    },
  },
  trash_items: {
    label: 'Trash',
    treatment: 'forget',
    title: 'title',
    until: '30 days',
    columns: {
      title: 'words',
      fields: 'words',
      search_text: 'words',
      user_name: 'colleague',
      module: 'nothing',
      picture: 'nothing',
      batch: 'nothing',
    },
  },
  site_settings: {
    label: 'Settings',
    treatment: 'forget',
    title: 'group_name',
    screen: '/admin/settings',
    until: '100 versions of each group',
    columns: { value: 'words', user_name: 'colleague', group_name: 'nothing' },
  },
  pictures: {
    label: 'Descriptions of pictures',
    treatment: 'edit',
    title: 'path',
    until: 'While something shows the picture',
    columns: { alt: 'words', path: 'nothing', colour: 'nothing', placeholder: 'nothing' },
  },
  post_tags: {
    label: 'Tags of posts',
    treatment: 'edit',
    of: ['posts', 'post_id'],
    until: 'As the post',
    columns: { tag: 'words' },
  },

  erasures: {
    label: 'Erased persons, without their names',
    treatment: 'nothing',
    until: 'Without an end',
    columns: { reference: 'nothing', counts: 'nothing', user_name: 'colleague' },
  },
  addresses: {
    ...nothing,
    label: 'Addresses of pages',
    columns: { path: 'nothing', kind: 'nothing', target: 'nothing' },
  },
  missed_addresses: {
    ...nothing,
    label: 'Addresses at which visitors found no page, none with an @',
    until: '90 days, the 500 that were missed most',
    columns: { path: 'nothing' },
  },
  setting_pictures: {
    ...nothing,
    label: 'Pictures of settings',
    columns: { group_name: 'nothing', image: 'nothing' },
  },
  media_uses: { ...nothing, label: 'Uses of media', columns: { module: 'nothing', place: 'nothing' } },
  version_pictures: { ...nothing, label: 'Pictures of versions', columns: {} },
  previews: { ...nothing, label: 'Withdrawn previews', columns: { module: 'nothing' } },
  starter_rows: { ...nothing, label: 'Sample content', columns: { module: 'nothing', hash: 'nothing' } },
  shown_defaults: {
    ...nothing,
    label: 'Default texts of the last start',
    columns: { language: 'nothing', trade: 'nothing', value: 'nothing' },
  },
  dismissals: { ...nothing, label: 'Dismissed offers', columns: { name: 'nothing' } },
  sweep_candidates: {
    ...nothing,
    label: 'Files without a row',
    columns: { file: 'nothing', kind: 'nothing' },
  },
  secrets: { ...nothing, label: 'Signing keys', columns: { name: 'nothing', value: 'secret' } },
  used_keys: {
    ...nothing,
    label: 'Used keys, as hashes',
    columns: { key: 'secret', forget_at: 'nothing' },
  },
  try_counters: {
    ...nothing,
    label: 'Counted tries, by hashes of their owners',
    columns: { key: 'secret', moments: 'nothing', forget_at: 'nothing' },
  },
  migrations: { ...nothing, label: 'Migrations', columns: { name: 'nothing' } },
};

/** What of a person is stored outside of the database. */
export const otherPlaces: readonly (readonly [place: string, until: string, erasing: string])[] = [
  ['Private files: CVs', 'As the message', 'Deleted.'],
  [
    '`DATA_DIR/outbox/*.eml`: mails of a server without `SMTP_URL`',
    'Until the operator deletes them',
    'Deleted.',
  ],
  ['Browsers of staff: unsaved input', '30 days, or until the logout', 'Stays until then.'],
  [
    'Standard output: the server’s log',
    'The operator decides',
    'Stays. It has network addresses and no words.',
  ],
  ['The mail server and mailboxes', 'Their owners decide', 'Stays. Whoever got a mail deletes it there.'],
  [
    'Backups',
    'The operator decides',
    'Stays. After a restore, erase again what was asked for since the backup.',
  ],
];

/** The columns of a module follow from its definition. */
function ruleOf(name: ModuleName): TableRule {
  const { label } = factsOf(name);
  const { rules } = anyModules[name];
  const own = Object.entries(rules.columns).flatMap(([column, { kind }]): [string, ColumnRule][] => {
    if (kindsWithoutText.includes(kind)) return [];
    return [[column, kindsOfNobody.includes(kind) ? 'nothing' : 'words']];
  });
  return {
    label,
    treatment: 'edit',
    title: rules.title,
    screen: `${modulePath(name)}/{id}/edit`,
    until: untilDeleted,
    columns: { ...Object.fromEntries(own), search_text: 'words', sort_title: 'words' },
  };
}
