import { anyModules } from '../../content-modules.ts';
import type { Column } from '../../shared/column-types.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../shared/module-facts.ts';
import type { Treatment } from './treatment.facts.ts';

/**
 * The personal data that a text, JSON or binary column may contain. `address`: only an email address.
 * `words`: texts that people wrote. `colleague`: the name of a colleague. `file`: the key of a private file.
 * `packed`: compressed text.
 */
type ColumnRule = 'address' | 'words' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

export interface TableRule {
  /** The name of the rows that the panel and the documentation show. */
  label: string;
  treatment: Treatment;
  columns: Readonly<Record<string, ColumnRule>>;
  /**
   * The column that contains the owner's address as `toEmailKey` returns it. Set only if this column alone determines
   * to whom a row belongs.
   */
  key?: string;
  /** The column in which rows of other people may contain the address. */
  mention?: string;
  /**
   * Set if each row belongs to a row of another table. `table` is the other table. `column` contains the id of the row
   * in the other table.
   */
  of?: readonly [table: string, column: string];
  /** The column by which staff recognise a row. */
  title?: string;
  /**
   * The address of the panel's screen that shows a row. The name of a column in braces, such as `{id}`, is replaced
   * with the value of the column. `{address}` is replaced with the email address of the person.
   */
  screen?: string;
  /** How long the rows are stored. */
  until: string;
}

export type TableRules = Readonly<Record<string, TableRule>>;

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

/** The kinds of columns that contain no text, and the kinds whose texts concern no person. */
const kindsWithoutText: readonly Column['kind'][] = ['tick', 'moment', 'media', 'reference'];
const kindsOfNobody: readonly Column['kind'][] = ['choice', 'listed', 'slug', 'picture'];

const untilDeleted = 'Until staff delete it; 30 days more in the trash';

/** The rules for the texts that staff write. Such texts may mention a person. */
export const contentTableRules: TableRules = {
  ...Object.fromEntries(moduleNames.map((name) => [factsOf(name).table, ruleOf(name)])),

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
};

/** Returns the rule of a module's table. The columns are those that the module defines. */
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

/** The rules for messages from people, for mails to people, and for notes and log entries about people. */
export const peopleTableRules: TableRules = {
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
};
